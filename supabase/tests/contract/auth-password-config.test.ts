/**
 * The password settings of `config.toml`, limits against guessing, and Parley's protection against passwords of
 * strangers. Files are those of supabase/auth. An external project has its own configuration, so these tests only run here.
 */
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { newAddress, newPassword } from "./auth.support.ts";
import { configured, isExternal, type Target } from "./target.ts";

// Each test starts its own stack.
vi.setConfig({ testTimeout: 60_000 });

if (isExternal)
  process.stdout.write(
    "skipped against the external project: auth-password-config.test.ts: it has its own configuration\n",
  );

const codeOf = z.object({ code: z.optional(z.string()) });

const post = async (target: Target, path: string, body: object, address = "203.0.113.1") => {
  const response = await fetch(`${target.url}/auth/v1/${path}`, {
    method: "POST",
    headers: {
      apikey: target.secretKey,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
      "sb-forwarded-for": address,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, code: codeOf.parse(await response.json()).code };
};

/** Returns the code of the newest email. */
async function codeFor(target: Target, email: string): Promise<string> {
  const [message] = (await target.emails?.(email)) ?? [];
  if (message === undefined) throw new Error("No email arrived.");
  return message.code;
}

describe.skipIf(isExternal)("guessing passwords", () => {
  // internal/api/token.go: `limiterOpts.Token`, a bucket that the refreshes of an address share.
  test(
    "stops after thirty attempts from an address, on any account",
    configured("[auth.rate_limit]\ntoken_refresh = 0\n", {}, async (target) => {
      const attempt = (address: string) =>
        post(target, "token?grant_type=password", { email: newAddress(), password: "x" }, address);
      const codes = await Promise.all(Array.from({ length: 35 }, async () => (await attempt("203.0.113.1")).code));
      expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(30);
      expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(5);
      expect((await attempt("203.0.113.2")).code).toBe("invalid_credentials");
    }),
  );

  // internal/api/options.go (211df61): `Signups`, `Recover` and `Resend`, each with a bucket of its own.
  test(
    "and addresses stops after thirty attempts at each endpoint",
    configured("[auth.rate_limit]\nsign_in_sign_ups = 0\n", {}, async (target) => {
      for (const [path, body] of [
        ["signup", { email: "nobody", password: newPassword() }],
        ["recover", { email: "nobody" }],
        ["resend", { type: "signup", email: "nobody" }],
      ] as const) {
        const statuses = [];
        for (let turn = 0; turn < 32; turn++) statuses.push((await post(target, path, body)).status);
        expect(statuses.indexOf(429), path).toBe(30);
      }
      expect((await post(target, "signup", {})).status).toBe(200);
    }),
  );
});

describe.skipIf(isExternal)("config.toml", () => {
  // internal/api: signup.go, token.go, resend.go, magic_link.go, `requireEmailProvider`.
  test(
    "switches off all ways by email",
    configured("[auth.email]\nenable_signup = false\n", {}, async (target) => {
      const [email, password] = [newAddress(), newPassword()];
      for (const [path, body, status] of [
        ["signup", { email, password }, 400],
        ["token?grant_type=password", { email, password }, 422],
        ["otp", { email }, 422],
        ["recover", { email }, 400],
        ["resend", { email, type: "signup" }, 400],
      ] as const) {
        expect(await post(target, path, body), path).toEqual({ status, code: "email_provider_disabled" });
      }
      expect((await target.client().auth.signInAnonymously()).error).toBeNull();
    }),
  );

  // internal/api/signup.go, anonymous.go and magic_link.go: `DisableSignup`. Known users still sign in.
  test(
    "switches off new users",
    configured("[auth]\nenable_signup = false\n", {}, async (target) => {
      const email = newAddress();
      const rejected = { status: 422, code: "signup_disabled" };
      expect(await post(target, "signup", { email, password: newPassword() })).toEqual(rejected);
      expect(await post(target, "signup", {})).toEqual(rejected);
      expect(await post(target, "otp", { email })).toEqual(rejected);
    }),
  );

  // internal/api/signup.go: `Mailer.Autoconfirm`; magic_link.go: then a magic link, which `type: "magiclink"` accepts.
  test(
    "switches off confirmations",
    configured("[auth.email]\nenable_confirmations = false\n", {}, async (target) => {
      const [email, password, other] = [newAddress(), newPassword(), newAddress()];
      const client = target.client();
      const { data } = await client.auth.signUp({ email, password });
      expect(data.session?.user.email_confirmed_at).toBeDefined();
      expect(await target.emails?.(email)).toEqual([]);
      const { error } = await target.client().auth.signUp({ email, password: newPassword() });
      expect(error).toMatchObject({ status: 422, code: "user_already_exists" });
      await client.auth.signInWithOtp({ email: other });
      const token = await codeFor(target, other);
      expect((await client.auth.verifyOtp({ email: other, token, type: "magiclink" })).error).toBeNull();
    }),
  );

  // internal/api/password.go (b1cd2b0); the CLI's character sets of `password_requirements`.
  test.each([
    ["letters_digits", "a".repeat(9), "abcdefgh1"],
    ["lower_upper_letters_digits", "abcdefgh1", "Abcdefgh1"],
    ["lower_upper_letters_digits_symbols", "Abcdefgh1", "Abcdefgh1~"],
  ])("requires %s", async (requirements, weak, strong) => {
    const toml = `[auth]\nminimum_password_length = 9\npassword_requirements = "${requirements}"\n`;
    await configured(toml, {}, async (target) => {
      const signUp = async (password: string) =>
        (await target.client().auth.signUp({ email: newAddress(), password })).error;
      expect(await signUp(weak)).toMatchObject({ status: 422, code: "weak_password", reasons: ["characters"] });
      expect(await signUp("~~")).toMatchObject({ reasons: ["length", "characters"] });
      expect(await signUp(strong)).toBeNull();
    })();
  });

  // internal/api/user.go: `UpdatePasswordRequireCurrentPassword`, except in a session of a recovery or code.
  test(
    "aside, a project may ask for the current password",
    configured("", { requireCurrentPassword: true }, async (target) => {
      const [email, password, next] = [newAddress(), newPassword(), newPassword()];
      const byCode = target.client();
      await byCode.auth.signUp({ email, password });
      await byCode.auth.verifyOtp({ email, token: await codeFor(target, email), type: "signup" });
      const byPassword = target.client();
      await byPassword.auth.signInWithPassword({ email, password });
      const change = async (current_password?: string) =>
        (await byPassword.auth.updateUser({ password: next, ...(current_password && { current_password }) })).error;
      expect(await change()).toMatchObject({ status: 400, code: "current_password_required" });
      expect(await change(newPassword())).toMatchObject({ status: 400, code: "current_password_invalid" });
      expect(await change(password)).toBeNull();
      const recovered = target.client();
      await recovered.auth.resetPasswordForEmail(email);
      await recovered.auth.verifyOtp({ email, token: await codeFor(target, email), type: "recovery" });
      expect((await recovered.auth.updateUser({ password: newPassword() })).error).toBeNull();
    }),
  );

  // internal/api/settings.go: `Settings` and `ProviderSettings`.
  test(
    "shows in /settings",
    configured("[auth]\nenable_signup = false\n[auth.email]\nenable_confirmations = false\n", {}, async (target) => {
      const response = await fetch(`${target.url}/auth/v1/settings`, { headers: { apikey: target.publishableKey } });
      expect(await response.json()).toEqual({
        external: expect.objectContaining({ anonymous_users: true, email: true, phone: false, google: false }),
        disable_signup: true,
        mailer_autoconfirm: true,
        phone_autoconfirm: false,
        sms_provider: "",
        saml_enabled: true,
        passkeys_enabled: false,
      });
    }),
  );
});

describe.skipIf(isExternal)("a password that a stranger set for an address", () => {
  /** A stranger signs up with the owner's address. Then the owner signs in by code, as on Parley's page. */
  async function preTakeover(target: Target) {
    const [email, password] = [newAddress(), newPassword()];
    await target.client().auth.signUp({ email, password });
    await target.embedded.admin`update auth.users set confirmation_sent_at = null where email = ${email}`;
    const owner = target.client();
    await owner.auth.signInWithOtp({ email });
    const { error } = await owner.auth.verifyOtp({ email, token: await codeFor(target, email), type: "email" });
    expect(error).toBeNull();
    return { owner, email, password };
  }

  // internal/api/signup.go and verify.go: `Signup` does not update an unconfirmed user, `signupVerify` does not clear.
  test(
    "signs the stranger in after the confirmation, as in GoTrue",
    configured("", {}, async (target) => {
      const { email, password } = await preTakeover(target);
      expect((await target.client().auth.signInWithPassword({ email, password })).error).toBeNull();
    }),
  );

  // Parley's migrations: `private.clear_password` stores no password without a permit (docs/decisions/049).
  test(
    "signs nobody in with Parley's database",
    configured("", { parley: true }, async (target) => {
      const { owner, email, password } = await preTakeover(target);
      const signIn = (word: string) => target.client().auth.signInWithPassword({ email, password: word });
      expect((await signIn(password)).error?.code).toBe("invalid_credentials");
      const [guestEmail, word] = [newAddress(), newPassword()];
      const { client: guest } = await target.guest();
      await guest.auth.updateUser({ email: guestEmail, password: word });
      const token = await codeFor(target, guestEmail);
      await target.client().auth.verifyOtp({ email: guestEmail, token, type: "email_change" });
      const stolen = await target.client().auth.signInWithPassword({ email: guestEmail, password: word });
      expect(stolen.error?.code).toBe("invalid_credentials");
      expect((await guest.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
      // A stolen session cannot leave a password behind either.
      await owner.auth.updateUser({ password: word });
      expect((await signIn(word)).error?.code).toBe("invalid_credentials");
      expect([...(await target.embedded.admin`select from auth.users where encrypted_password <> ''`)]).toEqual([]);
    }),
  );

  // `allow_password_change`, then PUT /user: internal/models/user.go, `UpdatePassword` ends all other sessions.
  test(
    "is replaced by the owner's, which ends all other sessions",
    configured("", { parley: true }, async (target) => {
      const { owner, email } = await preTakeover(target);
      const [word, next] = [newPassword(), newPassword()];
      expect((await owner.rpc("allow_password_change")).error).toBeNull();
      expect((await owner.auth.updateUser({ password: word })).error).toBeNull();
      const other = target.client();
      expect((await other.auth.signInWithPassword({ email, password: word })).error).toBeNull();
      expect((await owner.rpc("allow_password_change")).error).toBeNull();
      expect((await owner.auth.updateUser({ password: next })).error).toBeNull();
      expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
      expect((await target.client().auth.signInWithPassword({ email, password: word })).error?.code).toBe(
        "invalid_credentials",
      );
      expect((await target.client().auth.signInWithPassword({ email, password: next })).error).toBeNull();
    }),
  );
});
