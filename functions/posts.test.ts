/** Sends invalid bodies to every address that accepts POST, and expects an error of the catalogue and no effect. */
import type { ServerBuild } from "@remix-run/cloudflare";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { ERROR_CODES } from "#contracts/errors.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { LANGUAGE_CODES } from "#contracts/languages.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { GLOSSARY_MAX_BYTES, maxBodyBytes } from "~/lib/requestLimits.ts";
import { buildOfRoutes } from "../tests/fakes/buildOfRoutes.ts";
import { TIERS } from "./rate-limits.ts";

const SITE = "https://parley.example";
const SUPABASE = "https://abc.supabase.co";
const USER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";

/** Responses of Supabase to reads; every other request is recorded and rejected. */
const PROFILE = {
  ...{ display_name: "Ana", speaks: "es", reads: "es", ui_locale: "en", time_zone: null },
  confirmation_emails: true,
  delete_at: null,
  factor_reset: false,
  avatar: null,
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/auth/v1/user": {
    ...{ id: USER, aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "2026-11-29T10:00:00Z" },
    factors: [
      {
        ...{ id: USER, factor_type: "totp", status: "verified", friendly_name: "Phone" },
        ...{ created_at: "2026-11-29T10:00:00Z", updated_at: "2026-11-29T10:00:00Z" },
      },
    ],
  },
  "/auth/v1/factors/recovery-codes": { id: USER, type: "recovery_code", total: 10, remaining: 9 },
  "/functions/v1/translate": { ok: true, configured: true, pairs: [] },
  "/rest/v1/rpc/find_meeting": {
    ...{
      meeting_id: USER,
      access: "open",
      locked: false,
      keep: "days",
      reading: "call",
      entry: "open",
      state: "idle",
      title: null,
    },
    ...{ full: false, inside: [], replaces: null, me: null, host_name: null, kept_days: 30 },
  },
  "/rest/v1/rpc/read_profile": PROFILE,
  "/rest/v1/rpc/home_confirmations": [],
  "/rest/v1/rpc/calendar": { series: [], occurrences: [], more: false },
  "/rest/v1/rpc/commented_files": { files: [], lines: [] },
  "/rest/v1/rpc/home": {
    profile: PROFILE,
    ...{
      workspaces: [{ id: USER, name: "Ana", role: "owner", locked: false, needs_sso: false }],
      meetings: [],
      outcomes: [],
    },
  },
  "/rest/v1/rpc/glossary": [],
  "/rest/v1/rpc/my_workspaces": [
    {
      id: USER,
      name: "Ana",
      role: "owner",
      retention_days: 30,
      translation_policy: "server",
      two_factor: false,
      avatar: null,
      sso_domains: null,
      locked: false,
      needs_sso: false,
      delete_at: null,
      chosen: true,
    },
  ],
  "/rest/v1/rpc/my_sessions": { current: null, others: [], more: false },
  "/rest/v1/rpc/has_recent_proof": false,
  "/rest/v1/rpc/workspace_factor_resets": [],
  "/rest/v1/rpc/factor_reset_state": { reset: null, can_ask: true, is_proven: true },
  "/rest/v1/rpc/my_identities": [],
  "/rest/v1/rpc/password_state": { is_set: true, is_proven: false },
  "/auth/v1/settings": { external: { email: true }, disable_signup: false, passkeys_enabled: true },
  "/auth/v1/passkeys": [{ id: USER, friendly_name: "Laptop", created_at: "2026-11-29T10:00:00Z" }],
  "/rest/v1/rpc/account_deletion": { delete_at: null, recent: true, owned: [] },
  "/rest/v1/rpc/workspace_members": { members: [], next: null },
  "/rest/v1/rpc/workspace_invitations": [],
  "/rest/v1/rpc/workspace_changes": { changes: [], next: null },
  "/rest/v1/rpc/workspace_usage": { days: [], members: [], complete: true },
};
const done: string[] = [];
const logged = vi.spyOn(console, "error");
let build: ServerBuild;
let cookie = "";
/** `limited`: with an exhausted rate limiter. */
interface PostOptions {
  readonly limited?: boolean;
  /** Null: without the header. */
  readonly origin?: string | null;
}
let post: (path: string, body: Body, cookies: string, options?: PostOptions) => Promise<Response>;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwks = {
    keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256", use: "sig", key_ops: ["verify"] }],
  };
  const access_token = await new SignJWT({ sub: USER, role: "authenticated", email: "ana@parley.example" })
    .setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(privateKey);
  const user = { id: USER, aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "" };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = { access_token, refresh_token: "r1", token_type: "bearer", expires_in: 3600, expires_at, user };
  cookie = `__Host-parley=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(new Request(input, init).url).pathname;
    if (path === "/auth/v1/.well-known/jwks.json") return Response.json(jwks);
    const response = ANSWERS[path];
    if (response !== undefined) return Response.json(response);
    done.push(path);
    return Response.json({ code: "PT400", message: "request/invalid" }, { status: 400 });
  });
  // The Worker's version, as in its build.
  vi.doMock("react-dom/server", () => vi.importActual("react-dom/server.browser"));
  build = await buildOfRoutes();
  vi.doMock("@remix-run/dev/server-build", () => build);
  const { default: worker } = await import("./worker.ts");
  const keys = { SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x", SUPABASE_SECRET_KEY: "sb_secret_x" };
  // A rejected form is also counted as a visit of its page.
  const limits = (isLimited: boolean) =>
    Object.fromEntries(
      Object.entries(TIERS).map(([tier, { binding }]) => {
        const success = !isLimited || tier === "page";
        return [binding, { limit: async () => ({ success }) }];
      }),
    );
  post = (path, { type, bytes }, cookies, { limited = false, origin = SITE } = {}) =>
    worker.fetch(
      new Request(`${SITE}${path}`, {
        method: "POST",
        headers: {
          ...(origin !== null && { Origin: origin }),
          ...{
            Host: "parley.example",
            "Sec-Fetch-Site": origin === SITE ? "same-origin" : "cross-site",
            Cookie: cookies,
            "Content-Length": `${bytes.length}`,
            "CF-Connecting-IP": "192.0.2.1",
          },
          ...(type !== null && { "Content-Type": type }),
        },
        body: new Blob([bytes]).stream(),
        ...{ duplex: "half" },
      }),
      { SUPABASE_URL: SUPABASE, ...keys, ...limits(limited) },
      { waitUntil: (promise) => void promise },
    );
}, 60_000);
beforeEach(() => {
  done.length = 0;
  logged.mockReset();
});
afterAll(() => vi.unstubAllGlobals());

interface Body {
  readonly type: string | null;
  readonly bytes: string | Uint8Array<ArrayBuffer>;
}
const FORM = "application/x-www-form-urlencoded";
const PART = '--b\r\nContent-Disposition: form-data; name="intent"\r\n\r\nstart';
const BODIES: Readonly<Record<string, Body>> = {
  nothing: { type: null, bytes: "" },
  "a megabyte": { type: FORM, bytes: `intent=start&mail=${"x".repeat(1024 * 1024)}` },
  "a form called a picture": { type: "image/png", bytes: "intent=start" },
  "a form of no type": { type: "nonsense", bytes: "intent=start" },
  JSON: { type: "application/json", bytes: '{"intent":"start"}' },
  "half of JSON": { type: "application/json", bytes: '{"intent":' },
  "multipart that breaks off": { type: "multipart/form-data; boundary=b", bytes: PART },
  "multipart of another boundary": { type: "multipart/form-data; boundary=c", bytes: `${PART}\r\n--b--\r\n` },
  "multipart without a boundary": { type: "multipart/form-data", bytes: `${PART}\r\n--b--\r\n` },
  "a file for a field": {
    type: "multipart/form-data; boundary=b",
    bytes: '--b\r\nContent-Disposition: form-data; name="mail"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n',
  },
};

const pathOf = (id: string): string => {
  const parents = build.routes[id]?.parentId;
  const own = build.routes[id]?.path ?? "";
  return (parents === undefined ? "" : pathOf(parents)) + (own === "" ? "" : `/${own}`);
};
const addressOf = (id: string) =>
  `${pathOf(id).replace(":code", "k3f9-2mxa-7qpd") || "/"}${build.routes[id]?.index ? "?index" : ""}`;
/** Returns the address that a page's scripts post to. */
const asData = (address: string) => address.replace(/^\/(?=\?|$)/u, "/_root").replace(/(?=\?|$)/u, ".data");
const takesPosts = () => Object.values(build.routes).filter(({ module }) => module.action !== undefined);

const html = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

/** Returns the codes that a response contains, by name or text, with a matching status. */
function codesIn(status: number, text: string): string[] {
  const t = getTranslator("en");
  return ERROR_CODES.filter(
    (code) => errorStatus(code) === status && (text.includes(`"${code}"`) || text.includes(html(t(`error.${code}`)))),
  );
}

test("covers every address that accepts POST", () => {
  const addresses = takesPosts().map(({ id }) => addressOf(id));
  expect(addresses).toEqual(expect.arrayContaining(["/?index", "/home", "/m/k3f9-2mxa-7qpd", "/session", "/sign-out"]));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("reads a glossary file of the maximum size", async () => {
  const { glossaryTerms, term, termNote } = GLOSSARY;
  const note = "注".repeat(termNote.max);
  const rows = Array.from({ length: glossaryTerms }, (_, at) => {
    const word = `${at}`.padStart(term.max, "語");
    return [word, "ja", "", note, ...Array(8).fill(word)].join(",");
  });
  const csv = ["term,language,never,note,ar,de,en,es,fr,ru,uk,zh-Hans", ...rows].join("\n");
  const parts = [
    '--b\r\nContent-Disposition: form-data; name="intent"\r\n\r\npreview',
    `--b\r\nContent-Disposition: form-data; name="file"; filename="g.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}`,
    "--b--\r\n",
  ];
  const bytes = Buffer.from(parts.join("\r\n"));
  expect(bytes.length).toBeGreaterThan(1_500_000);
  const response = await post("/glossary", { type: "multipart/form-data; boundary=b", bytes }, cookie);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain(getTranslator("en")("glossary.import.new", { count: glossaryTerms }));
  // The field contains the rows, to correct or import them.
  expect(text).toContain(rows.at(-1));
});

/** Pages without an action respond with an error to any submission. */
test.each(["visitor", "account"])("rejects submissions to a read-only page by a %s", async (who) => {
  const pages = Object.values(build.routes)
    .filter(({ id, module }) => id !== "root" && module.default !== undefined && module.action === undefined)
    .map(({ id }) => addressOf(id));
  expect(pages).toContain("/help");
  for (const page of pages)
    for (const [name, body] of Object.entries(BODIES)) {
      const response = await post(page, body, who === "account" ? cookie : "");
      const text = await response.text();
      expect([page, name, response.status, codesIn(response.status, text)]).toEqual([
        page,
        name,
        405,
        ["request/not-taken"],
      ]);
      expect(text, page).toMatch(/<title>[^<]+<\/title>/u);
      expect(response.headers.get("Content-Security-Policy"), page).toContain("nonce-");
    }
  expect(done).toEqual([]);
  expect(logged.mock.calls).toEqual([]);
});

const multipart = (fields: Readonly<Record<string, string>>, file: string): Body => {
  const typed = Object.entries(fields).map(([name, value]) => ({ head: `name="${name}"`, value }));
  const all = [{ head: 'name="file"; filename="g.csv"', value: file }, ...typed];
  const part = ({ head, value }: (typeof all)[number]) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  return { type: "multipart/form-data; boundary=b", bytes: Buffer.from(`${all.map(part).join("")}--b--\r\n`) };
};

describe("a rejected glossary form without JavaScript", () => {
  const TERM = {
    ...{ intent: "save", id: USER, changed_at: "", term: 'Gate "7" </script>', language: "de", note: "By the\r\nbus." },
    ...{ to: "ar", word: "بوابة" },
  };
  const save: Body = { type: FORM, bytes: `${new URLSearchParams(TERM)}` };

  test("keeps a rate-limited term", async () => {
    const response = await post("/glossary", save, cookie, { limited: true });
    const page = (await response.text()).split("<script")[0] ?? "";
    expect(response.status).toBe(429);
    for (const typed of ['value="Gate &quot;7&quot; &lt;/script&gt;"', "By the\nbus.</textarea>", 'value="بوابة"'])
      expect(page.replaceAll("\r", "")).toContain(typed);
    expect([...page.matchAll(/<option value="(\w+)"[^>]* selected/gu)].map(([, chosen]) => chosen)).toEqual([
      "de",
      "ar",
    ]);
    expect(page.split(html(getTranslator("en")("error.request/rate-limited"))).length).toBe(2);
    expect(done).toEqual([]);
  });

  test("keeps rate-limited rows", async () => {
    const response = await post("/glossary", multipart({ text: "term,language", intent: "import" }, ""), cookie, {
      limited: true,
    });
    expect(response.status).toBe(429);
    expect(await response.text()).toContain("term,language</textarea>");
  });

  test("keeps the rows beside a file that is too large", async () => {
    const body = multipart({ text: "term,language", intent: "preview" }, "x".repeat(3 * 1024 * 1024));
    const response = await post("/glossary", body, cookie);
    const page = await response.text();
    expect(response.status).toBe(413);
    expect(page).toContain("term,language</textarea>");
    expect(page).toContain(html(getTranslator("en")("error.request/too-large")));
  });

  test("accepts the largest input of its fields", async () => {
    const [term, rows] = [
      await post("/glossary", save, cookie, { limited: true }),
      multipart({ intent: "import" }, ""),
    ];
    const page = (await term.text()) + (await (await post("/glossary", rows, cookie, { limited: true })).text());
    const mostOf = (name: string) => Number(new RegExp(`name="${name}"[^>]* maxLength="(\\d+)"`, "u").exec(page)?.[1]);
    const full = new URLSearchParams({ term: "語".repeat(mostOf("term")), note: "語".repeat(mostOf("note")) });
    for (const to of LANGUAGE_CODES) full.append(to, "語".repeat(mostOf("word")));
    expect(new Blob([`${full}`]).size).toBeLessThan(maxBodyBytes("/glossary"));
    const text = "語".repeat(mostOf("text"));
    const response = await post("/glossary", multipart({ text, intent: "preview" }, ""), cookie);
    expect([response.status, text.length]).toEqual([200, Math.floor(GLOSSARY_MAX_BYTES / 3) - 1024]);
    expect(await response.text()).toContain(`${text}</textarea>`);
  });

  test("counts a form that is too large", async () => {
    const body = multipart({ text: "term,language", intent: "preview" }, "x".repeat(3 * 1024 * 1024));
    const response = await post("/glossary", body, cookie, { limited: true });
    expect(response.status).toBe(429);
    // Neither kept nor parsed.
    expect(await response.text()).not.toContain("term,language</textarea>");
  });

  test("restores no fields for other intents or scripts", async () => {
    const drop: Body = { type: FORM, bytes: `${new URLSearchParams({ intent: "delete", id: USER })}` };
    expect(await (await post("/glossary", drop, cookie, { limited: true })).text()).not.toContain("<textarea");
    const data = await post("/glossary.data", save, cookie, { limited: true });
    expect([data.status, await data.text()]).toEqual([expect.any(Number), expect.not.stringContaining("Gate")]);
  });
});

test.each([["https://evil.example"], ["http://parley.example"], ["null"], [null]])(
  "rejects every form of %s",
  async (origin) => {
    for (const { id, module } of takesPosts()) {
      const address = addressOf(id);
      for (const path of module.default !== undefined ? [address, asData(address)] : [address])
        for (const [name, body] of Object.entries(BODIES))
          expect([path, name, (await post(path, body, cookie, { origin })).status]).toEqual([path, name, 403]);
    }
    expect(done).toEqual([]);
  },
);

/** Valid without a field of theirs. */
const WANT_NO_FIELD = ["/locale", "/sign-out"];

describe.each(["visitor", "account"])("viewer: %s", (who) => {
  test.each(Object.entries(BODIES))("%s", async (name, body) => {
    for (const { id, module } of takesPosts()) {
      const address = addressOf(id);
      if (name === "a file for a field" && WANT_NO_FIELD.includes(address)) continue;
      const screen = module.default !== undefined;
      for (const path of screen ? [address, asData(address)] : [address]) {
        const response = await post(path, body, who === "account" ? cookie : "");
        const outcome = { who, name, path, status: response.status };
        if (response.status < 400) {
          // Redirected to sign in, or signed in already.
          expect(response.headers.get("Location"), `${who} ${path}`).toMatch(
            /^\/(sign-in(\?next=.+)?|home|settings\/security\?password)$/u,
          );
          continue;
        }
        const text = await response.text();
        expect(outcome.status, JSON.stringify(outcome)).toBeLessThan(500);
        // Our scripts read only the status of a rejection.
        if (screen || text !== "")
          expect({ ...outcome, codes: codesIn(outcome.status, text) }, `${path} ${outcome.status}`).not.toMatchObject({
            codes: [],
          });
      }
    }
    expect(done).toEqual([]);
    expect(logged.mock.calls).toEqual([]);
  });
});
