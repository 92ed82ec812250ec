/** The Auth settings of `config.toml`. An external project has its own configuration, so these tests only run here. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { newAddress } from "./auth.support.ts";
import { configured, isExternal, openTarget, type Target } from "./target.ts";

// Each test starts its own stack.
vi.setConfig({ testTimeout: 60_000 });

const errorBody = z.object({ code: z.optional(z.string()) });

if (isExternal)
  process.stdout.write("skipped against the external project: auth-config.test.ts: it has its own configuration\n");

describe.skipIf(isExternal)("rate limits", () => {
  type Headers = Record<string, string>;
  const post = (target: Target, key: string, path: string, body: object, headers: Headers = {}) =>
    fetch(`${target.url}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: key, "content-type": "application/json", "x-supabase-api-version": "2024-01-01", ...headers },
      body: JSON.stringify(body),
    });
  const from = (address: string) => ({ "sb-forwarded-for": address });
  /** Sends requests. Returns the number of accepted ones and the error codes of the others. */
  async function sendMany(times: number, send: (turn: number) => Promise<Response>) {
    const results = await Promise.all(
      Array.from({ length: times }, async (_, turn) => {
        const response = await send(turn);
        return { status: response.status, code: errorBody.parse(await response.json()).code };
      }),
    );
    const rejected = results.filter(({ status }) => status === 429);
    return { passed: times - rejected.length, codes: [...new Set(rejected.map(({ code }) => code))] };
  }
  const GUESTS = "[auth.rate_limit]\nanonymous_users = 3\n";

  // Supabase, "Rate limits": IP address forwarding requires a secret key. GoTrue, internal/sbff.
  test(
    "ignore a forwarded address without the secret key",
    configured(GUESTS, {}, async (target) => {
      const forged = await sendMany(8, (turn) =>
        post(target, target.publishableKey, "signup", {}, from(`203.0.113.${turn}`)),
      );
      expect(forged).toEqual({ passed: 3, codes: ["over_request_rate_limit"] });
    }),
  );

  test(
    "count per valid forwarded address with the secret key",
    configured(GUESTS, {}, async (target) => {
      const send = (address: string) => sendMany(5, () => post(target, target.secretKey, "signup", {}, from(address)));
      expect((await send("203.0.113.1")).passed).toBe(3);
      expect((await send("203.0.113.2")).passed).toBe(3);
      expect((await send("203.0.113.1, 198.51.100.7")).passed).toBe(0);
      expect((await send("2001:db8::1")).passed).toBe(3);
      expect((await send("rubbish")).passed).toBe(3);
      expect((await send("203.0.113.999")).passed).toBe(0);
    }),
  );

  // GoTrue, apilimiter: a bucket of thirty per endpoint and address, refilled at the configured rate.
  test.each([
    ["sign_in_sign_ups", "otp", { email: "nobody" }],
    ["token_verifications", "verify", { type: "email", token_hash: "rubbish" }],
    ["token_refresh", "token?grant_type=refresh_token", { refresh_token: "rubbish" }],
  ])("apply %s per address", async (limit, path, body) => {
    await configured(`[auth.rate_limit]\n${limit} = 0\n`, {}, async (target) => {
      const send = (address: string) => sendMany(35, () => post(target, target.secretKey, path, body, from(address)));
      expect(await send("203.0.113.1")).toEqual({ passed: 30, codes: ["over_request_rate_limit"] });
      expect((await send("203.0.113.2")).passed).toBe(30);
    })();
  });

  // GoTrue, `verify`: links and codes share a limit.
  test(
    "also count followed links",
    configured("[auth.rate_limit]\ntoken_verifications = 0\n", {}, async (target) => {
      const follow = () => fetch(`${target.url}/auth/v1/verify?type=magiclink&token=rubbish`, { redirect: "manual" });
      const statuses = await Promise.all(Array.from({ length: 35 }, async () => (await follow()).status));
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      const { error } = await target.client().auth.verifyOtp({ token_hash: "rubbish", type: "email" });
      expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    }),
  );

  // GoTrue, ratelimit: `GOTRUE_RATE_LIMIT_EMAIL_SENT`, for the whole project.
  test(
    "count all emails of the project per hour",
    configured("[auth.rate_limit]\nemail_sent = 2\n", {}, async (target) => {
      const send = () => target.client().auth.signInWithOtp({ email: newAddress() });
      expect((await send()).error).toBeNull();
      const { client } = await target.guest();
      expect((await client.auth.updateUser({ email: newAddress() })).error).toBeNull();
      expect((await send()).error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
      expect((await client.auth.updateUser({ email: newAddress() })).error?.status).toBe(429);
    }),
  );

  // As the Worker does: the secret key only forwards the address. GoTrue identifies the caller by the bearer token.
  test(
    "identify the user by the token, not the secret key",
    configured("", {}, async (target) => {
      const { accessToken, id } = await target.guest();
      const user = (headers: Headers) =>
        fetch(`${target.url}/auth/v1/user`, { headers: { apikey: target.secretKey, ...headers } });
      expect(await (await user({ authorization: `Bearer ${accessToken}` })).json()).toMatchObject({ id });
      expect((await user({})).status).toBe(401);
      expect((await user({ authorization: `Bearer ${target.secretKey}` })).status).toBe(401);
    }),
  );
});

describe.skipIf(isExternal)("config.toml", () => {
  test(
    "sets anonymous sign-ins, code length, resend interval and confirmations",
    configured(
      `[auth]\nenable_anonymous_sign_ins = false\n[auth.email]\nmax_frequency = "5m"\notp_length = 8\ndouble_confirm_changes = false\n`,
      {},
      async (target) => {
        expect((await target.client().auth.signInAnonymously()).error).toMatchObject({
          status: 422,
          code: "anonymous_provider_disabled",
        });
        const [email, next] = [newAddress(), newAddress()];
        const client = target.client();
        await client.auth.signInWithOtp({ email });
        const [message] = (await target.emails?.(email)) ?? [];
        expect(message?.code).toMatch(/^\d{8}$/u);
        await target.embedded
          .admin`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '4 minutes'`;
        expect((await client.auth.signInWithOtp({ email })).error?.code).toBe("over_email_send_rate_limit");
        await client.auth.verifyOtp({ email, token: message?.code ?? "", type: "email" });
        await client.auth.updateUser({ email: next });
        expect((await target.emails?.(email))?.length).toBe(1);
        const [change] = (await target.emails?.(next)) ?? [];
        const { data } = await client.auth.verifyOtp({ email: next, token: change?.code ?? "", type: "email_change" });
        expect(data.user?.email).toBe(next);
      },
    ),
  );

  test("stops the start for an invalid email template", async () => {
    const files = {
      "config.toml": `[auth.email.template.magic_link]\ncontent_path = "./supabase/templates/a.html"\n`,
      "templates/a.html": "<p>\n{{ .Secret }}</p>",
    };
    await expect(openTarget({ files })).rejects.toThrow(
      "./supabase/templates/a.html: line 2: there is no field .Secret.",
    );
  });
});

describe.skipIf(isExternal)("Parley's own emails without hooks", () => {
  const supabase = resolve(import.meta.dirname, "../..");
  async function project() {
    const templates = await readdir(join(supabase, "templates"));
    const files = await Promise.all(
      ["config.toml", ...templates.map((name) => `templates/${name}`)].map(
        async (path) => [path, withoutHooks(await readFile(join(supabase, path), "utf8"))] as const,
      ),
    );
    return { files: Object.fromEntries(files) };
  }
  function withoutHooks(text: string): string {
    return text
      .replace(/(\[auth\.hook\.\w+\]\nenabled = )true/gu, "$1false")
      .replace("[auth.sms]\nenable_signup = true", "[auth.sms]\nenable_signup = false");
  }

  // GoTrue, templatemailer: `.Data` is the user's metadata, including the changes of the current request.
  test("use the metadata's language, with a valid code and link", async () => {
    const target = await openTarget(await project());
    try {
      const [email, next] = [newAddress(), newAddress()];
      await target.client().auth.signInWithOtp({ email, options: { data: { ui_locale: "es" } } });
      const [first] = (await target.emails?.(email)) ?? [];
      expect(first?.subject).toBe(`${first?.code} es tu código de Parley`);
      expect(first?.link).toMatch(
        /^http:\/\/localhost:8787\/auth\/confirm\?token_hash=[0-9a-f]{56}&type=email&mail=[^&]+&next=http%3A%2F%2Flocalhost%3A8787%2F$/u,
      );
      expect(new URL(first?.link ?? "").searchParams.get("mail")).toBe(email);
      const token_hash = new URL(first?.link ?? "").searchParams.get("token_hash") ?? "";
      expect((await target.client().auth.verifyOtp({ token_hash, type: "email" })).data.user?.email).toBe(email);

      const { client, id } = await target.guest();
      await client.auth.updateUser({ email: next, data: { ui_locale: "ar" } });
      const [change] = (await target.emails?.(next)) ?? [];
      expect(change?.subject).toContain("هو رمزك في Parley");
      expect(change?.html).toContain(`dir="rtl"`);
      expect(new URL(change?.link ?? "").searchParams.get("type")).toBe("email_change");
      const proven = await client.auth.verifyOtp({ email: next, token: change?.code ?? "", type: "email_change" });
      expect(proven.data.user).toMatchObject({ id, email: next, is_anonymous: false });
    } finally {
      await target.close();
    }
  });
});

// GoTrue does not check API keys. The hosted gateway does, and rejects those of other projects.
test.skipIf(isExternal)("rejects the key and token of another project", async () => {
  const [firstTarget, other] = [await openTarget(), await openTarget()];
  try {
    const { accessToken, refreshToken } = await firstTarget.guest();
    expect((await other.client().auth.getUser(accessToken)).error).toMatchObject({ status: 403, code: "bad_jwt" });
    const { error } = await other.client().auth.refreshSession({ refresh_token: refreshToken });
    expect(error?.code).toBe("refresh_token_not_found");
    const bearer = { global: { headers: { authorization: `Bearer ${accessToken}` } } };
    expect((await createClient(other.url, other.publishableKey, bearer).rpc("anything")).status).toBe(401);
  } finally {
    await Promise.all([firstTarget.close(), other.close()]);
  }
});
