/**
 * Phone numbers with the unmodified client, and the hook Send SMS. Each test cites supabase/auth (bc32168, files of internal/api). An
 * external project has its own hooks, so these tests only run here.
 */
import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { newAddress, newPassword, otherCode } from "./auth.support.ts";
import { configured, isExternal, openTarget, type Target } from "./target.ts";

const KEY = Buffer.from("the secret of a hook in a test").toString("base64");

const call = z.object({
  metadata: z.object({ uuid: z.guid(), name: z.literal("send-sms"), ip_address: z.string() }),
  user: z.looseObject({ id: z.guid(), phone: z.string(), new_phone: z.optional(z.string()) }),
  sms: z.strictObject({ otp: z.string(), phone: z.string() }),
});
const calls: z.infer<typeof call>[] = [];
let failure: object = {};
beforeEach(() => {
  calls.length = 0;
  failure = {};
});
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  calls.push(call.parse(new Webhook(KEY).verify(Buffer.concat(chunks).toString(), headers)));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(failure));
});

/** `more`: further lines of config.toml, beginning with keys of `[auth.sms]`. */
const toml = (more = "") => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return `[auth.hook.send_sms]\nenabled = true\nuri = "http://127.0.0.1:${port}/"\nsecrets = "v1,whsec_${KEY}"\n[auth.sms]\nenable_signup = true\n${more}\n`;
};
let target: Target;
beforeAll(async () => {
  if (isExternal) return;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  target = await openTarget({
    files: { "config.toml": toml('max_frequency = "60s"\n[auth.email]\nsecure_password_change = true') },
  });
});
afterAll(async () => {
  await target?.close();
  server.close();
});
if (isExternal)
  process.stdout.write("skipped against the external project: auth-phone.test.ts: it has its own hooks\n");

const newPhone = () => `346${randomInt(1e7, 1e8)}`;
const lastCode = () => calls.at(-1)?.sms.otp ?? "";
const usersOf = (phone: string) => target.embedded.admin`select id from auth.users where phone = ${phone}`;
/** Lets all users request another SMS. */
const advance = () => target.embedded.admin`
  update auth.users set confirmation_sent_at = null, phone_change_sent_at = null, reauthentication_sent_at = null`;

/** Returns a user who has signed in by SMS. */
async function person(phone = newPhone()) {
  const client = target.client();
  const sent = await client.auth.signInWithOtp({ phone: `+${phone}` });
  if (sent.error !== null) throw sent.error;
  const { data, error } = await client.auth.verifyOtp({ phone, token: lastCode(), type: "sms" });
  if (error !== null) throw error;
  return { client, phone, id: data.user?.id ?? "", user: data.user };
}

describe.skipIf(isExternal)("a code by SMS", () => {
  // `SmsOtp` and `sendPhoneConfirmation` (phone.go), `SMS` (internal/hooks/v0hooks).
  test("reaches a new number by the hook, and signs in", async () => {
    const phone = newPhone();
    const client = target.client();
    expect(
      (await client.auth.signInWithOtp({ phone: `+${phone}`, options: { data: { ui_locale: "fr" } } })).error,
    ).toBeNull();
    expect(calls).toMatchObject([
      { metadata: { ip_address: "127.0.0.1" }, user: { phone, user_metadata: { ui_locale: "fr" } }, sms: { phone } },
    ]);
    expect(lastCode()).toMatch(/^\d{8}$/u);
    const { data, error } = await client.auth.verifyOtp({ phone: `+${phone}`, token: lastCode(), type: "sms" });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      ...{ phone, email: "", is_anonymous: false },
      app_metadata: { provider: "phone", providers: ["phone"] },
      identities: [{ provider: "phone", identity_data: { phone, phone_verified: true } }],
    });
    expect(data.user?.phone_confirmed_at).toBeDefined();
    const claims = z.object({ phone: z.string(), email: z.string(), amr: z.array(z.object({ method: z.string() })) });
    const payload: unknown = JSON.parse(atob(data.session?.access_token.split(".")[1] ?? ""));
    expect(claims.parse(payload)).toMatchObject({ phone, email: "", amr: [{ method: "otp" }] });
  });

  // `ConfirmPhone` (internal/models/user.go) writes the time at each sign-in. Parley's triggers depend on it.
  test("confirms the number again at each sign-in", async () => {
    const { phone, id } = await person();
    const confirmed = async () =>
      (await target.embedded.admin`select phone_confirmed_at as at from auth.users where id = ${id}`)[0]?.at;
    const before = await confirmed();
    await advance();
    await person(phone);
    expect((await confirmed()).getTime()).toBeGreaterThan(before.getTime());
  });

  // `verifyUserAndToken` (verify.go): one error for every reason.
  test("works once, for its number and type only", async () => {
    const phone = newPhone();
    await target.client().auth.signInWithOtp({ phone });
    const token = lastCode();
    const verify = (other: { phone?: string; token?: string; type?: "sms" | "phone_change" }) =>
      target.client().auth.verifyOtp({ phone, token, type: "sms", ...other });
    for (const wrong of [{ token: otherCode(token) }, { phone: newPhone() }, { type: "phone_change" as const }])
      expect((await verify(wrong)).error).toMatchObject({ status: 403, code: "otp_expired" });
    expect((await verify({})).error).toBeNull();
    expect((await verify({})).error?.code).toBe("otp_expired");
  });

  test("expires", async () => {
    const phone = newPhone();
    await target.client().auth.signInWithOtp({ phone });
    await target.embedded.admin`update auth.one_time_tokens set created_at = created_at - interval '301 seconds'`;
    const { error } = await target.client().auth.verifyOtp({ phone, token: lastCode(), type: "sms" });
    expect(error?.code).toBe("otp_expired");
  });

  // `validatePhone` (phone.go).
  test("needs a number in E.164", async () => {
    for (const phone of ["0600111222", "+34-600", "tom", "+", `1${"2".repeat(15)}`])
      expect((await target.client().auth.signInWithOtp({ phone })).error).toMatchObject({
        ...{ status: 400, code: "validation_failed" },
        message: "Invalid phone number format (E.164 required)",
      });
    expect((await target.client().auth.signInWithOtp({ phone: "+34 600 11 12 22" })).error).toBeNull();
  });

  // `sendPhoneConfirmation`: MaxFrequency of a user, alike for a number with an account.
  test("is limited per number", async () => {
    const { phone } = await person();
    const { error } = await target.client().auth.signInWithOtp({ phone });
    expect(error).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
    expect(error?.message).toMatch(/after \d+ seconds/u);
  });

  test("is not stored if the hook fails", async () => {
    const phone = newPhone();
    failure = { error: { http_code: 500, message: "The message was not sent." } };
    const { error } = await target.client().auth.signInWithOtp({ phone });
    expect(error).toMatchObject({ status: 500, message: "The message was not sent." });
    expect(await usersOf(phone)).toHaveLength(0);
  });

  // `shouldCreateUser` (otp.go).
  test("creates no user if asked not to", async () => {
    const { error } = await target
      .client()
      .auth.signInWithOtp({ phone: newPhone(), options: { shouldCreateUser: false } });
    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
    expect(calls).toEqual([]);
  });

  // `Resend` (resend.go).
  test("is sent again for an unconfirmed number only", async () => {
    const phone = newPhone();
    await target.client().auth.signInWithOtp({ phone });
    await advance();
    expect((await target.client().auth.resend({ type: "sms", phone })).error).toBeNull();
    expect(calls).toHaveLength(2);
    await target.client().auth.verifyOtp({ phone, token: lastCode(), type: "sms" });
    await advance();
    expect((await target.client().auth.resend({ type: "sms", phone })).error).toBeNull();
    expect(calls).toHaveLength(2);
  });
});

describe.skipIf(isExternal)("a password of a number", () => {
  // `Signup` (signup.go) and `ResourceOwnerPasswordGrant` (token.go).
  test("signs in once the number is confirmed", async () => {
    const [phone, password] = [newPhone(), newPassword()];
    const signIn = (given = password) =>
      target.client().auth.signInWithPassword({ phone: `+${phone}`, password: given });
    expect((await target.client().auth.signUp({ phone, password })).error).toBeNull();
    expect((await signIn()).error).toMatchObject({ status: 400, code: "phone_not_confirmed" });
    await target.client().auth.verifyOtp({ phone, token: lastCode(), type: "sms" });
    expect((await signIn()).data.user?.phone).toBe(phone);
    expect((await signIn(newPassword())).error?.code).toBe("invalid_credentials");
  });

  // `sanitizeUser`.
  test("returns the same fields for a number with an account", async () => {
    const { phone, id } = await person();
    calls.length = 0;
    const known = await target.client().auth.signUp({ phone, password: newPassword() });
    const unknown = await target.client().auth.signUp({ phone: newPhone(), password: newPassword() });
    expect(Object.keys(known.data.user ?? {})).toEqual(Object.keys(unknown.data.user ?? {}));
    expect(known.data.user?.id).not.toBe(id);
    expect(calls).toHaveLength(1);
  });

  // `Reauthenticate` (reauthenticate.go): by SMS without an address.
  test("changes by a nonce by SMS in an older session", async () => {
    const { client, id } = await person();
    await target.embedded
      .admin`update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${id}`;
    expect((await client.auth.updateUser({ password: newPassword() })).error?.code).toBe("reauthentication_needed");
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const password = newPassword();
    expect((await client.auth.updateUser({ password, nonce: lastCode() })).error).toBeNull();
  });
});

describe.skipIf(isExternal)("a change of a number", () => {
  // `UserUpdate` (user.go) and `smsVerify` (verify.go).
  test("is complete with the code of the new number", async () => {
    const { client, phone, id } = await person();
    const next = newPhone();
    expect((await client.auth.updateUser({ phone: `+${next}` })).data.user).toMatchObject({ phone, new_phone: next });
    expect(calls.at(-1)).toMatchObject({ user: { phone, new_phone: next }, sms: { phone: next } });
    const { data } = await target.client().auth.verifyOtp({ phone: next, token: lastCode(), type: "phone_change" });
    expect(data.user).toMatchObject({ id, phone: next, identities: [{ identity_data: { phone: next } }] });
    expect(data.user?.new_phone).toBeUndefined();
    expect(await usersOf(phone)).toHaveLength(0);
  });

  test("gives a guest a number, who keeps the id", async () => {
    const { client, id } = await target.guest();
    const phone = newPhone();
    await client.auth.updateUser({ phone });
    const { data } = await client.auth.verifyOtp({ phone, token: lastCode(), type: "phone_change" });
    expect(data.user).toMatchObject({ id, phone, is_anonymous: false });
  });

  // `IsDuplicatedPhone`.
  test("takes no number of another user", async () => {
    const [{ client }, { phone }] = [await person(), await person()];
    calls.length = 0;
    expect((await client.auth.updateUser({ phone })).error).toMatchObject({ status: 422, code: "phone_exists" });
    expect(calls).toEqual([]);
  });

  // `sendPhoneConfirmation` stores the change after its SMS.
  test("sends its SMS before a trigger rejects it", async () => {
    const { client, id } = await person();
    const { admin } = target.embedded;
    await admin.unsafe(`
      create function public.contract_reject() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger contract_reject before update of phone_change on auth.users
      for each row when (new.id = '${id}') execute function public.contract_reject()`);
    const next = newPhone();
    expect((await client.auth.updateUser({ phone: next })).error?.status).toBe(500);
    expect(calls.at(-1)?.sms.phone).toBe(next);
    const { error } = await target.client().auth.verifyOtp({ phone: next, token: lastCode(), type: "phone_change" });
    expect(error?.code).toBe("otp_expired");
  });
});

describe.skipIf(isExternal)("requests for a number", () => {
  // otp.go, verify.go, token.go.
  test("name an address or a number, not both", async () => {
    const post = async (path: string, body: object) =>
      (
        await fetch(`${target.url}/auth/v1/${path}`, {
          method: "POST",
          headers: { apikey: target.publishableKey, "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).status;
    const both = { email: newAddress(), phone: newPhone(), password: "x", token: "12345678", type: "sms" };
    for (const path of ["otp", "verify", "token?grant_type=password"]) expect(await post(path, both)).toBe(400);
    expect(calls).toEqual([]);
  });

  test("are listed in the settings", async () => {
    const settings = async ({ url, publishableKey }: Target) =>
      await (await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } })).json();
    expect(await settings(target)).toMatchObject({ external: { phone: true }, phone_autoconfirm: false });
  });

  // `External.Phone.Enabled` in each of the files.
  test(
    "are rejected if the project has no phones",
    configured("[auth.email]\nenable_signup = true\n", {}, async (other) => {
      const { auth } = other.client();
      const phone = newPhone();
      const refused = { code: "phone_provider_disabled" };
      expect((await auth.signInWithOtp({ phone })).error).toMatchObject({ status: 400, ...refused });
      expect((await auth.signUp({ phone, password: newPassword() })).error).toMatchObject({ status: 400, ...refused });
      expect((await auth.signInWithPassword({ phone, password: "x" })).error).toMatchObject({
        status: 422,
        ...refused,
      });
      expect((await auth.resend({ type: "sms", phone })).error).toMatchObject({ status: 400, ...refused });
    }),
  );

  // `a.limiterOpts.Phone` (GOTRUE_RATE_LIMIT_SMS_SENT), for the whole project.
  test("are limited for the whole project", async () => {
    await configured(toml("[auth.rate_limit]\nsms_sent = 2"), {}, async (other) => {
      const send = async () => (await other.client().auth.signInWithOtp({ phone: newPhone() })).error;
      expect([await send(), await send()]).toEqual([null, null]);
      expect(await send()).toMatchObject({ status: 429, message: "SMS rate limit exceeded" });
    })();
  });

  test("need the hook", async () => {
    await expect(openTarget({ files: { "config.toml": "[auth.sms]\nenable_signup = true\n" } })).rejects.toThrow(
      "send_sms",
    );
  });
});
