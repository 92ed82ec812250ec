/** The doctor against the embedded stack, and against a scripted Management API with each fault. */
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../local/index.ts";
import { examine } from "../../scripts/doctor/examine.ts";
import type { Finding } from "../../scripts/doctor/finding.ts";
import { PRE_REQUEST } from "../../scripts/doctor/managementApi.ts";
import { reportLines } from "../../scripts/doctor/report.ts";
import { ROOT } from "../../scripts/lib/paths.ts";

const REF = "abcdefghijklmnopqrst";
const APP = "https://parley.example";
const LINK = "{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=email";
/** Settings as docs/operating.md describes them. */
const RIGHT = {
  "config/auth": {
    security_sb_forwarded_for_enabled: true,
    security_captcha_enabled: false,
    security_captcha_provider: null,
    security_manual_linking_enabled: true,
    mailer_otp_length: 8,
    mailer_otp_exp: 300,
    mailer_secure_email_change_enabled: true,
    mailer_templates_magic_link_content: `{{ .Token }} ${LINK}&mail={{ .Email }}`,
    mailer_templates_confirmation_content: `{{ .Token }} ${LINK}&mail={{ .Email }}`,
    mailer_templates_email_change_content: `{{ .Token }} ${LINK}&mail={{ .NewEmail }}`,
    rate_limit_anonymous_users: 100,
    rate_limit_otp: 20,
    rate_limit_verify: 30,
    rate_limit_token_refresh: 150,
    rate_limit_email_sent: 200_000,
    smtp_host: "smtp.example",
    smtp_max_frequency: 60,
    site_url: APP,
    uri_allow_list: `${APP}/auth/confirm`,
    jwt_exp: 3600,
    sessions_timebox: 0,
    sessions_inactivity_timeout: 0,
  },
  "config/realtime": { private_only: true },
  postgrest: { db_schema: "public" },
  "database/query": [] as { name: string }[],
  "query of authenticator": [{ admits: true }],
} as const;
type Path = keyof typeof RIGHT;

let stack: Stack;
let data: string;
let api: Server;
let url = "";
/** Responses of the scripted API by path. */
let answers: Record<string, unknown> = RIGHT;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "parley-doctor-"));
  await chmod(data, 0o755);
  stack = await startStack({ root: ROOT, data, port: 0, siteUrl: APP, temporary: true });
  api = createServer(async (req, res) => {
    const isOfRole = (await readText(req)).includes("authenticator");
    const path = isOfRole ? "query of authenticator" : (req.url ?? "").replace(`/v1/projects/${REF}/`, "");
    const isKnown = req.headers.authorization === "Bearer sbp_right";
    res.writeHead(isKnown ? (answers[path] === undefined ? 404 : 200) : 401, { "content-type": "application/json" });
    res.end(JSON.stringify(isKnown ? (answers[path] ?? {}) : { message: "Unauthorized" }));
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
  const address = api.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  api.close();
  await stack.close();
  await rm(data, { recursive: true, force: true });
});

/** Examines the stack as a hosted project with these settings. */
async function settingsOf(changes: Partial<Record<Path, unknown>>, token = "sbp_right"): Promise<Finding[]> {
  answers = { ...RIGHT, ...changes };
  const management = { url, ref: REF };
  return await examine({ project: stack, appUrl: null, accessToken: token, management });
}
const faultsOf = (findings: readonly Finding[]) => findings.filter(({ state }) => state === "fault");
const withAuth = (changes: object) => settingsOf({ "config/auth": { ...RIGHT["config/auth"], ...changes } });

describe("the embedded stack", () => {
  test("has no fault and lists what only hosted projects show", async () => {
    const findings = await examine({ project: stack, appUrl: null, accessToken: null });
    expect(faultsOf(findings)).toEqual([]);
    const lines = reportLines(findings);
    expect(lines[0]).toBe("1. Supabase");
    expect(lines.join("\n")).toMatch(/\? {5}1\.5 {2}private channels only: only a hosted project has this setting/u);
    for (const step of ["1.1", "1.2", "1.3", "1.4", "1.5", "2", "3.4", "4", "5"])
      expect(findings.map((finding) => finding.step)).toContain(step);
  });

  test("names keys of the wrong kind", async () => {
    const swapped = { url: stack.url, publishableKey: stack.secretKey, secretKey: stack.publishableKey };
    const findings = await examine({ project: swapped, appUrl: null, accessToken: null });
    expect(findings.map(({ state, text }) => [state, text.split(" ")[0]])).toEqual([
      ["fault", "SUPABASE_PUBLISHABLE_KEY"],
      ["fault", "SUPABASE_SECRET_KEY"],
    ]);
    const other = { ...stack, publishableKey: "sb_publishable_other" };
    expect(faultsOf(await examine({ project: other, appUrl: null, accessToken: null }))[0]?.text).toContain("rejected");
    const closed = { ...stack, url: "http://127.0.0.1:1" };
    expect((await examine({ project: closed, appUrl: null, accessToken: null }))[0]?.text).toContain(
      "does not respond",
    );
  });

  test("calls admit_request before each request", async () => {
    const admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
    const [role] = await admin.unsafe(PRE_REQUEST);
    await admin.end();
    expect(role).toEqual({ admits: true });
  });

  test("names a table that visitors can read", async () => {
    const admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
    await admin`grant select on public.lines to anon`;
    await admin`alter role authenticator reset pgrst.db_pre_request`;
    await admin`notify pgrst, 'reload schema'`;
    const findings = await examine({ project: stack, appUrl: null, accessToken: null });
    await admin`revoke select on public.lines from anon`;
    await admin`alter role authenticator set pgrst.db_pre_request = 'private.admit_request'`;
    await admin`notify pgrst, 'reload schema'`;
    await admin.end();
    expect(faultsOf(findings).map(({ text }) => text)).toEqual([expect.stringContaining("Visitors can read lines")]);
  });
});

test("names a bucket that hides the pictures of people", async () => {
  const admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await admin`update storage.buckets set public = false where id = 'avatars'`;
  const findings = await examine({ project: stack, appUrl: null, accessToken: null });
  await admin`update storage.buckets set public = true where id = 'avatars'`;
  await admin.end();
  expect(faultsOf(findings)).toMatchObject([{ step: "1.3", text: expect.stringContaining("pictures of people") }]);
});

test("names a job that fails", async () => {
  const admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await admin`insert into private.job_runs (job, started_at, ended_at, error) values ('sweep', now(), now(), 'down')`;
  const findings = await examine({ project: stack, appUrl: null, accessToken: null });
  await admin`delete from private.job_runs where job = 'sweep'`;
  await admin.end();
  expect(faultsOf(findings)).toMatchObject([{ step: "1.7", text: expect.stringContaining("sweep is late (down)") }]);
});

describe("a hosted project's settings", () => {
  test("are right as docs/operating.md describes them", async () => {
    expect(faultsOf(await settingsOf({}))).toEqual([]);
  });

  test.each([
    ["1.4", { security_sb_forwarded_for_enabled: false }, "switch on IP address forwarding"],
    ["1.4", { security_manual_linking_enabled: false }, "allow manual linking"],
    ["1.4", { mailer_otp_length: 6 }, "Digits of a code: 6, but config.toml has 8"],
    ["1.4", { mailer_otp_exp: 3600 }, "Seconds until a code expires: 3600"],
    ["1.4", { smtp_max_frequency: 1 }, "Seconds between emails"],
    ["1.4", { audit_log_disable_postgres: false }, "audit log is in the database"],
    ["1.4", { jwt_exp: 604_800 }, "Seconds until a token expires"],
    ["1.4", { rate_limit_anonymous_users: 30 }, "Guests an hour"],
    ["1.4", { rate_limit_otp: 360 }, "Sign-ins in five minutes"],
    ["1.4", { rate_limit_verify: 360 }, "Codes tried"],
    ["1.4", { rate_limit_token_refresh: null }, "Token refreshes in five minutes: not set"],
    ["1.4", { mailer_templates_magic_link_content: "{{ .ConfirmationURL }}" }, "“magic link” is not Parley's"],
    ["1.4", { mailer_templates_confirmation_content: LINK }, "“confirm sign up” is not Parley's"],
    ["1.4", { mailer_templates_email_change_content: null }, "“change email address” is not Parley's"],
    ["2", { smtp_host: null }, "Supabase's trial server"],
    ["2", { hook_send_email_enabled: true, hook_send_email_uri: "https://x.example/" }, "Send Email does not call"],
    ["2", { hook_send_sms_enabled: true, hook_send_sms_uri: null }, "Send SMS does not call"],
    ["2", { rate_limit_email_sent: 2 }, "Emails an hour: 2"],
    ["2", { rate_limit_email_sent: 3_599 }, "Rate limits, 3600 or more"],
  ])("%s: %j", async (step, changes, text) => {
    const faults = faultsOf(await withAuth(changes));
    expect(faults).toEqual([{ step, state: "fault", text: expect.stringContaining(text) }]);
  });

  test.each([
    ["1.5", { "config/realtime": { private_only: false } }, "Realtime allows public channels"],
    ["1.3", { postgrest: { db_schema: "public, private" } }, "Exposed beside public: private."],
    ["1.3", { postgrest: { db_schema: "public, graphql_public" } }, "Exposed beside public: graphql_public."],
    ["1.3", { "query of authenticator": [{ admits: false }] }, "tokens of ended sessions work"],
    ["1.3", { "database/query": [{ name: "lines" }] }, "Users hold privileges on lines"],
  ])("%s: %j", async (step, changes, text) => {
    expect(faultsOf(await settingsOf(changes))).toEqual([
      { step, state: "fault", text: expect.stringContaining(text) },
    ]);
  });

  test("without a captcha name what scripts can use up", async () => {
    const isNamed = (findings: readonly Finding[]) => findings.some(({ text }) => text.includes("Auth's processor"));
    expect(isNamed(await settingsOf({}))).toBe(true);
    expect(isNamed(await withAuth({ security_captcha_enabled: true }))).toBe(false);
  });

  const PHONES = {
    ...{ external_phone_enabled: true, sms_autoconfirm: false, sms_otp_length: 8, sms_otp_exp: 300 },
    ...{ sms_max_frequency: 60, rate_limit_sms_sent: 200_000, hook_send_sms_enabled: true },
    hook_send_sms_uri: `https://${REF}.supabase.co/functions/v1/auth-messages`,
  };

  test.each([
    [{}, null],
    [{ sms_autoconfirm: true }, "Auth believes every number"],
    [{ hook_send_sms_enabled: false }, "SMS bypass Parley's limits"],
    [{ sms_otp_length: 6 }, "Digits of a code by SMS: 6, not 8"],
    [{ sms_otp_exp: null }, "Seconds until a code by SMS expires: not set"],
    [{ sms_max_frequency: 5 }, "Seconds between SMS"],
    [{ rate_limit_sms_sent: 30 }, "SMS an hour: 30, not 200000"],
  ])("with phone numbers: %j", async (changes, text) => {
    const faults = faultsOf(await withAuth({ ...PHONES, ...changes }));
    expect(faults).toEqual(text === null ? [] : [{ step: "3", state: "fault", text: expect.stringContaining(text) }]);
  });

  test("need no SMTP server and no templates with the hooks", async () => {
    const uri = `https://${REF}.supabase.co/functions/v1/auth-messages`;
    const findings = await withAuth({
      ...{
        hook_send_email_enabled: true,
        hook_send_email_uri: uri,
        hook_send_sms_enabled: true,
        hook_send_sms_uri: uri,
      },
      ...{ smtp_host: null, mailer_templates_magic_link_content: null },
    });
    expect(faultsOf(findings)).toEqual([]);
    const texts = findings.filter(({ state, step }) => state === "ok" && step === "2").map(({ text }) => text);
    for (const text of ["Send Email calls", "Send SMS calls", "provider for emails", "provider for SMS"])
      expect(texts.join("\n")).toContain(text);
  });

  test("stay unknown when the API does not show them", async () => {
    const rejected = await settingsOf({}, "sbp_wrong");
    expect(faultsOf(rejected)).toEqual([]);
    expect(rejected.map(({ text }) => text).join("\n")).toContain(
      "SUPABASE_ACCESS_TOKEN may not read this project (401)",
    );
    const changed = await settingsOf({ "config/realtime": undefined });
    expect(changed.find(({ step }) => step === "1.5")).toMatchObject({ state: "unknown" });
  });
});
