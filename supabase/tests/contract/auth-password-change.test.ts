/**
 * New passwords, nonces and guests with the unmodified client, attacks first. Each test cites the GoTrue behaviour that
 * it covers: supabase/auth, files of internal/api unless another folder is named, with the commit that was read.
 */
import { describe, expect, test, vi } from "vitest";
import {
  authTargetForFile,
  newAddress,
  newPassword,
  otherCode,
  requiresClockControl,
  requiresInbox,
} from "./auth.support.ts";
import { embeddedOnly } from "./target.ts";

const auth = authTargetForFile({ files: { "config.toml": "[auth.email]\nsecure_password_change = true\n" } });
const { target, client, personWithPassword, signIn, advanceClock } = auth;

type Session = { accessToken: string; refreshToken: string };

/** Whether Auth accepts both tokens of a session. */
async function isAlive({ accessToken, refreshToken }: Session): Promise<boolean> {
  const user = (await client().auth.getUser(accessToken)).error === null;
  return (await auth.refresh(refreshToken)).error === undefined && user;
}

/** Signs in by password, in another browser. */
async function secondSession(email: string, password: string) {
  const own = client();
  const { data } = await signIn(email, password, own);
  if (!data.session) throw new Error("No session after signing in.");
  return { client: own, accessToken: data.session.access_token, refreshToken: data.session.refresh_token };
}

describe("a new password", () => {
  // `UpdatePassword` (internal/models/user.go, 7005247): `LogoutAllExceptMe`.
  test("ends all other sessions of the user", async (context) => {
    requiresInbox(context, target);
    const { client: own, email, password, accessToken, refreshToken } = await personWithPassword();
    const [thief, stranger] = [await secondSession(email, password), await target().guest()];
    const next = newPassword();
    expect((await own.auth.updateUser({ password: next })).error).toBeNull();
    expect(await isAlive(thief)).toBe(false);
    expect([await isAlive({ accessToken, refreshToken }), await isAlive(stranger)]).toEqual([true, true]);
    expect((await signIn(email, password)).error?.code).toBe("invalid_credentials");
    expect((await signIn(email, next)).error).toBeNull();
  });

  // Stricter: in GoTrue both requests may succeed, because the session is read before the transaction (user.go).
  test("is set by one of two concurrent sessions", async (context) => {
    embeddedOnly(context, "both may succeed");
    const { client: own, email, password } = await personWithPassword();
    const thief = await secondSession(email, password);
    const { admin } = target().embedded;
    const sessions = [own, thief.client];
    // Holds both requests back where they read their sessions, so that neither finds the other's change.
    const results = await admin.begin(async (lock) => {
      await lock`lock table auth.mfa_amr_claims`;
      const pending = sessions.map((each) => each.auth.updateUser({ password: newPassword() }));
      await vi.waitFor(async () => {
        expect(await admin`select from pg_stat_activity where wait_event_type = 'Lock'`).toHaveLength(2);
      });
      return pending;
    });
    const errors = (await Promise.all(results)).map(({ error }) => error?.name);
    expect(errors.toSorted()).toEqual(["AuthSessionMissingError", undefined]);
  });

  // Stricter: GoTrue reads the user before it compares, so an old password may win a session of the new one (token.go).
  test("is not outrun by a sign-in with the old one", async (context) => {
    embeddedOnly(context, "a session may survive");
    const { client: own, email, password } = await personWithPassword();
    const browser = client();
    await Promise.all([
      signIn(email, password, browser),
      signIn(email, password),
      own.auth.updateUser({ password: newPassword() }),
    ]);
    const rows = await target().owner`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
    expect(rows).toHaveLength(1);
  });

  // `UpdatePassword` (internal/models/user.go, 7005247): `ClearAllOneTimeTokensForUser`.
  test("invalidates all codes sent before", async (context) => {
    requiresInbox(context, target);
    const { client: own, email } = await personWithPassword();
    const next = newAddress();
    await own.auth.updateUser({ email: next });
    await client().auth.resetPasswordForEmail(email);
    const [recovery, change] = [await auth.newestEmailedCode(email), await auth.newestEmailedCode(next)];
    await own.auth.updateUser({ password: newPassword() });
    for (const [token_hash, type] of [
      [recovery.hash, "recovery"],
      [change.hash, "email_change"],
    ] as const) {
      expect((await client().auth.verifyOtp({ token_hash, type })).error?.code).toBe("otp_expired");
    }
  });

  // `UserUpdate` (user.go, 009e6fe): 422 `same_password`.
  test("differs from the old one", async (context) => {
    requiresInbox(context, target);
    const { client: own, password } = await personWithPassword();
    expect((await own.auth.updateUser({ password })).error).toMatchObject({ status: 422, code: "same_password" });
  });

  // `validateUserUpdateParams` (user.go, 009e6fe): the rules of a sign-up. Nothing else of the request is stored.
  test.for(["aA1!x", "password123", "", "x".repeat(73)])("is not %j", async (password, context) => {
    embeddedOnly(context, "an external project has its own rules");
    const { client: own, email, password: old } = await personWithPassword();
    const { error } = await own.auth.updateUser({ password, data: { name: "Mallory" } });
    expect(error?.code).toBe(password.length > 72 ? "validation_failed" : "weak_password");
    expect((await own.auth.getUser()).data.user?.user_metadata).not.toHaveProperty("name");
    expect((await signIn(email, old)).error).toBeNull();
  });
});

describe("a password change in an old session", () => {
  /** Returns a user whose session started more than a day ago. */
  async function inOldSession() {
    const person = await personWithPassword();
    await target()
      .owner`update auth.sessions set created_at = created_at - interval '25 hours' where user_id = ${person.id}`;
    return person;
  }
  async function nonceFor({ client: own, email }: Awaited<ReturnType<typeof inOldSession>>) {
    const { error } = await own.auth.reauthenticate();
    expect(error).toBeNull();
    return (await auth.newestEmail(email)).code;
  }

  // `UserUpdate` (user.go, 009e6fe): `UpdatePasswordRequireReauthentication`, a day after the session's start.
  test("needs a nonce", async (context) => {
    requiresClockControl(context);
    const person = await inOldSession();
    const { error } = await person.client.auth.updateUser({ password: newPassword() });
    expect(error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    const next = newPassword();
    const nonce = await nonceFor(person);
    expect((await person.client.auth.updateUser({ password: next, nonce })).error).toBeNull();
    expect((await signIn(person.email, next)).error).toBeNull();
  });

  // `verifyReauthentication` (reauthenticate.go, 91fdecc): 422 `reauthentication_not_valid`.
  test("accepts no wrong, used, expired or foreign nonce", async (context) => {
    requiresClockControl(context);
    const [person, other] = [await inOldSession(), await inOldSession()];
    const change = async (nonce: string) =>
      (await person.client.auth.updateUser({ password: newPassword(), nonce })).error;
    const rejected = { status: 422, code: "reauthentication_not_valid" };
    const nonce = await nonceFor(person);
    const foreign = await nonceFor(other);
    expect(await change(otherCode(nonce))).toMatchObject(rejected);
    if (foreign !== nonce) expect(await change(foreign)).toMatchObject(rejected);
    expect(await change(nonce)).toBeNull();
    expect(await change(nonce)).toMatchObject(rejected);
    await advanceClock(61);
    const late = await nonceFor(person);
    await advanceClock(601);
    expect(await change(late)).toMatchObject(rejected);
  });

  // `ConfirmReauthentication` (internal/models/user.go, 7005247), before the passwords are compared (user.go, 009e6fe).
  test("uses up the nonce and all codes, even on failure", async (context) => {
    requiresClockControl(context);
    const person = await inOldSession();
    await client().auth.resetPasswordForEmail(person.email);
    const recovery = await auth.newestEmailedCode(person.email);
    const nonce = await nonceFor(person);
    const change = async (password: string) => (await person.client.auth.updateUser({ password, nonce })).error?.code;
    expect(await change(person.password)).toBe("same_password");
    expect(await change(newPassword())).toBe("reauthentication_not_valid");
    const { error } = await client().auth.verifyOtp({ token_hash: recovery.hash, type: "recovery" });
    expect(error?.code).toBe("otp_expired");
  });

  // `verifyUserAndToken` (verify.go, 29fa778): no `type` accepts a reauthentication token.
  test("sends a nonce that signs nobody in", async (context) => {
    requiresClockControl(context);
    const person = await inOldSession();
    const token = await nonceFor(person);
    for (const type of ["email", "recovery", "magiclink", "signup"] as const) {
      const { error } = await client().auth.verifyOtp({ email: person.email, token, type });
      expect(error?.code, type).toBe("otp_expired");
    }
    const answer = await auth.post("verify", { type: "reauthentication", email: person.email, token });
    expect(answer.status).toBe(400);
  });

  // `sendReauthenticationOtp` (mail.go) and `Reauthenticate` (reauthenticate.go, 91fdecc).
  test("sends one nonce a minute, and none to guests", async (context) => {
    requiresClockControl(context);
    const person = await inOldSession();
    await nonceFor(person);
    expect((await person.client.auth.reauthenticate()).error).toMatchObject({ status: 429 });
    const { client: guest } = await target().guest();
    expect((await guest.auth.reauthenticate()).error).toMatchObject({ status: 400, code: "validation_failed" });
    expect((await client().auth.reauthenticate()).error?.name).toBe("AuthSessionMissingError");
  });
});

describe("guests", () => {
  // `UserUpdate` (user.go, 009e6fe): an anonymous user needs an address before or beside a password.
  test("cannot set a password alone", async () => {
    const { client: guest } = await target().guest();
    expect((await guest.auth.updateUser({ password: newPassword() })).error).toMatchObject({
      status: 422,
      code: "validation_failed",
    });
  });

  // The same: the password is stored at once. It signs nobody in before `emailChangeVerify` (verify.go, 29fa778).
  test("sign in by password once their address is confirmed", async (context) => {
    requiresInbox(context, target);
    const [email, password] = [newAddress(), newPassword()];
    const { client: guest, id } = await target().guest();
    const { data } = await guest.auth.updateUser({ email, password });
    expect(data.user).toMatchObject({ id, is_anonymous: true, new_email: email });
    expect((await signIn(email, password)).error?.code).toBe("invalid_credentials");
    const { code } = await auth.newestEmailedCode(email);
    await guest.auth.verifyOtp({ email, token: code, type: "email_change" });
    expect((await signIn(email, password)).data.user).toMatchObject({ id, email, is_anonymous: false });
  });

  // Supabase, "Anonymous Sign-Ins": first the address, then the password.
  test("can set a password after the confirmation", async (context) => {
    requiresInbox(context, target);
    const [email, password] = [newAddress(), newPassword()];
    const { client: guest, id } = await target().guest();
    await guest.auth.updateUser({ email });
    const { code } = await auth.newestEmailedCode(email);
    await guest.auth.verifyOtp({ email, token: code, type: "email_change" });
    expect((await guest.auth.updateUser({ password })).error).toBeNull();
    expect((await signIn(email, password)).data.user?.id).toBe(id);
  });
});
