/**
 * Signing up and in by password with the unmodified client, attacks first. Each test cites the GoTrue behaviour that it
 * covers: supabase/auth, files of internal/api unless another folder is named, with the commit that was read.
 */
import bcrypt from "bcryptjs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { authTargetForFile, newAddress, newPassword, requiresClockControl, requiresInbox } from "./auth.support.ts";
import { embeddedOnly } from "./target.ts";

const auth = authTargetForFile();
const { target, client, personWithPassword, signIn, post, advanceClock } = auth;

const jsonObject = z.record(z.string(), z.unknown());
const CHALLENGE = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };

/** Returns the shortest of several durations, because a busy machine only adds to them. */
async function shortest(times: number, run: () => Promise<{ ms: number }>): Promise<number> {
  const durations: number[] = [];
  for (let turn = 0; turn < times; turn++) durations.push((await run()).ms);
  return Math.min(...durations);
}

describe("signing up with a password", () => {
  // `sanitizeUser` (signup.go, b08654a): the same fields. The values of role and identities differ upstream too.
  test("returns the same fields for an address with an account", async (context) => {
    requiresInbox(context, target);
    const owner = await personWithPassword();
    const emails = (await target().emails?.(owner.email))?.length;
    const password = newPassword();
    const data = { name: "Mallory" };
    const [known, unknown] = [
      await post("signup", { email: owner.email, password, data }),
      await post("signup", { email: newAddress(), password, data }),
    ];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const fields = jsonObject.parse(JSON.parse(known.text));
    expect(Object.keys(fields)).toEqual(Object.keys(jsonObject.parse(JSON.parse(unknown.text))));
    expect(fields).toMatchObject({ role: "", email: owner.email, identities: [], user_metadata: data });
    expect(fields.id).not.toBe(owner.id);
    expect((await target().emails?.(owner.email))?.length).toBe(emails);
    expect((await signIn(owner.email, password)).error?.code).toBe("invalid_credentials");
    expect((await signIn(owner.email, owner.password)).data.user?.user_metadata).not.toHaveProperty("name");
  });

  // Stricter: GoTrue hashes for a new user only (signup.go, b08654a).
  test("takes as long for an address with an account", async (context) => {
    embeddedOnly(context, "GoTrue's response time differs");
    const { email } = await auth.person();
    const known = await shortest(3, () => post("signup", { email, password: newPassword() }));
    const unknown = await shortest(3, () => post("signup", { email: newAddress(), password: newPassword() }));
    expect(known).toBeGreaterThan(unknown / 3);
  });

  // `Signup` (signup.go, b08654a): an unconfirmed user is not updated.
  test("keeps the first password of an unconfirmed address", async (context) => {
    requiresClockControl(context);
    const [email, first, second] = [newAddress(), newPassword(), newPassword()];
    await client().auth.signUp({ email, password: first, options: { data: { name: "Ana" } } });
    await advanceClock(61);
    const repeated = await client().auth.signUp({ email, password: second, options: { data: { name: "Eva" } } });
    expect(repeated.error).toBeNull();
    const { code } = await auth.newestEmailedCode(email);
    expect((await client().auth.verifyOtp({ email, token: code, type: "signup" })).error).toBeNull();
    expect((await signIn(email, second)).error?.code).toBe("invalid_credentials");
    expect((await signIn(email, first)).data.user?.user_metadata).toMatchObject({ name: "Ana" });
  });

  // `validateSentWithinFrequencyLimitEmail` (mail.go): as for a code.
  test("is limited per address", async () => {
    const email = newAddress();
    await client().auth.signUp({ email, password: newPassword() });
    expect((await client().auth.signUp({ email, password: newPassword() })).error).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
  });

  // `validatePKCEParams`, called before the user is looked up (signup.go, b08654a; recover.go, b08654a).
  test.for(["signup", "recover", "otp"])("rejects half a PKCE challenge at /%s", async (path) => {
    const { email } = await auth.person();
    for (const address of [email, newAddress()]) {
      const body = { email: address, password: newPassword(), code_challenge: CHALLENGE.code_challenge };
      expect(await post(path, body)).toMatchObject({ status: 400, text: expect.stringContaining("PKCE") });
    }
  });

  // `signupVerify` (verify.go, 29fa778) and `PasswordGrant`: the session's `amr`.
  test("signs in once the address is confirmed, then by password", async (context) => {
    requiresInbox(context, target);
    const [email, password] = [newAddress(), newPassword()];
    const { data: signedUp } = await client().auth.signUp({ email, password, options: { data: { name: "Ana" } } });
    expect(signedUp.session).toBeNull();
    expect(signedUp.user).toMatchObject({ email, user_metadata: { name: "Ana" }, identities: [{ provider: "email" }] });
    expect(signedUp.user).not.toHaveProperty("encrypted_password");
    const { code } = await auth.newestEmailedCode(email);
    const own = client();
    await own.auth.verifyOtp({ email, token: code, type: "signup" });
    expect((await own.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "otp" }]);
    const later = client();
    const { data } = await signIn(email, password, later);
    expect(data.user).toMatchObject({ id: signedUp.user?.id, email, is_anonymous: false });
    expect((await later.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "password" }]);
  });

  // `ParseAuthenticationMethod` (internal/models/factor.go): the flow's method becomes the session's.
  test("with PKCE returns a code for the requesting client", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const requester = auth.pkceClient();
    await requester.auth.signUp({ email, password: newPassword() });
    const landed = await auth.followLink((await auth.newestEmailedCode(email)).hash, "signup");
    const { data } = await requester.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(data.user?.email).toBe(email);
    expect((await requester.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "email/signup" }]);
  });

  // `checkPasswordStrength` (password.go, b1cd2b0): 422 with reasons. It counts bytes.
  test.for([
    ["a short one", "aA1!x", "weak_password", ["length"]],
    ["a leaked one", "password123", "weak_password", ["pwned"]],
    ["a leaked one in capitals", "PASSWORD123", "weak_password", ["pwned"]],
    ["a short and leaked one", "12345", "weak_password", ["length", "pwned"]],
    ["73 bytes", `${"é".repeat(36)}x`, "validation_failed", undefined],
    ["none", "", "validation_failed", undefined],
  ] as const)("rejects %s", async ([, password, code, reasons], context) => {
    embeddedOnly(context, "an external project has its own rules");
    const { error } = await client().auth.signUp({ email: newAddress(), password });
    expect(error).toMatchObject({ code, status: code === "weak_password" ? 422 : 400, ...(reasons && { reasons }) });
  });
});

describe("signing in with a password", () => {
  // `ResourceOwnerPasswordGrant` (token.go, f6f9b65): one message. An address that Postgres cannot store is 500 there.
  test("fails alike for unknown addresses, wrong and no passwords", async (context) => {
    requiresInbox(context, target);
    const owner = await personWithPassword();
    const withoutPassword = await auth.person();
    const attempts = [
      { email: newAddress(), password: owner.password },
      { email: owner.email, password: newPassword() },
      { email: owner.email, password: "" },
      { email: owner.email },
      { email: withoutPassword.email, password: "" },
      { email: withoutPassword.email, password: newPassword() },
      { email: "no address", password: owner.password },
      { email: `${owner.email}\0`, password: owner.password },
    ];
    const failures = [];
    for (const attempt of attempts) failures.push(await post("token?grant_type=password", attempt));
    const [first] = failures;
    expect(first).toMatchObject({ status: 400, text: expect.stringContaining("invalid_credentials") });
    for (const { status, text } of failures) expect([status, text]).toEqual([first?.status, first?.text]);
  });

  // Stricter: GoTrue compares for a known user only (token.go, f6f9b65).
  test("takes as long for an unknown address", async (context) => {
    embeddedOnly(context, "GoTrue's response time differs");
    const owner = await personWithPassword();
    const { email: withoutPassword } = await auth.person();
    const attempt = (email: string) => shortest(4, () => post("token?grant_type=password", { email, password: "x" }));
    const known = await attempt(owner.email);
    expect(await attempt(newAddress())).toBeGreaterThan(known / 3);
    expect(await attempt(withoutPassword)).toBeGreaterThan(known / 3);
  });

  // `ResourceOwnerPasswordGrant` (token.go, f6f9b65): only after the right password.
  test("reveals an unconfirmed address to the owner alone", async () => {
    const [email, password] = [newAddress(), newPassword()];
    await client().auth.signUp({ email, password });
    expect((await signIn(email, newPassword())).error?.code).toBe("invalid_credentials");
    expect((await signIn(email, password)).error).toMatchObject({ status: 400, code: "email_not_confirmed" });
  });

  // `ResourceOwnerPasswordGrant`, versions of 2025 on: `user_banned` before the password is compared.
  test("is rejected for a banned user", async (context) => {
    requiresInbox(context, target);
    const { email, password, id } = await personWithPassword();
    await target().owner`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    expect((await signIn(email, password)).error).toMatchObject({ status: 400, code: "user_banned" });
  });

  // `issueRefreshToken`: always a new session, whatever the request carries.
  test("starts a session of its own", async (context) => {
    requiresInbox(context, target);
    const { email, password, id } = await personWithPassword();
    const attacker = await target().guest();
    const own = client();
    const planted = { global: { headers: { authorization: `Bearer ${attacker.accessToken}` } } };
    const { data } = await signIn(email, password, target().client(planted));
    await own.auth.setSession({
      access_token: data.session?.access_token ?? "",
      refresh_token: data.session?.refresh_token ?? "",
    });
    const [claims, others] = [(await own.auth.getClaims()).data?.claims, await attacker.client.auth.getClaims()];
    expect(claims).toMatchObject({ sub: id });
    expect(claims?.session_id).not.toBe(others.data?.claims.session_id);
    expect((await attacker.client.auth.getUser()).data.user).toMatchObject({ id: attacker.id, is_anonymous: true });
    expect((await auth.refresh(attacker.refreshToken)).error).toBeUndefined();
  });

  // internal/crypto/password.go (b1cd2b0): bytes as they come, without normalisation.
  test.for([
    ["letters beside ASCII", "contraseña-ñandú", "contrasena-nandu"],
    ["composed letters", "caf\u00e9-caf\u00e9", "cafe\u0301-cafe\u0301"],
    ["emoji", "🔑🔑🔑", "🔑🔑🔒"],
    ["a NUL", "before\0after", "before"],
    ["blanks at the ends", " spaced out ", "spaced out"],
    ["half a surrogate pair", "half-\ud83d-pair", "half-\ud83d\udd11-pair"],
  ] as const)("distinguishes %s", async ([, password, other], context) => {
    requiresInbox(context, target);
    const { email } = await personWithPassword(password);
    expect((await signIn(email, other)).error?.code).toBe("invalid_credentials");
    expect((await signIn(email, password)).error).toBeNull();
  });

  // Go's bcrypt compares 72 bytes, and a longer password is rejected only when it is set (password.go, b1cd2b0).
  test("ignores what follows 72 bytes", async (context) => {
    requiresInbox(context, target);
    const { email, password } = await personWithPassword("é".repeat(36));
    expect((await signIn(email, password.slice(0, 35))).error?.code).toBe("invalid_credentials");
    expect((await signIn(email, `${password}longer`)).error).toBeNull();
  });

  // `validateEmail` and `FindUserByEmailAndAudience`: addresses have no case.
  test("ignores the case of the address", async (context) => {
    requiresInbox(context, target);
    const { email, password, id } = await personWithPassword();
    expect((await signIn(email.toUpperCase(), password)).data.user?.id).toBe(id);
  });

  // `ResourceOwnerPasswordGrant` (token.go, f6f9b65): `weak_password` beside the session. bcrypt of other programs works.
  test("succeeds with a password that became weak, with a warning", async (context) => {
    embeddedOnly(context, "an external project has its own rules");
    const { email, id } = await auth.person();
    const hash = await bcrypt.hash("password123", 4);
    await target().owner`update auth.users set encrypted_password = ${hash} where id = ${id}`;
    const { data, error } = await signIn(email, "password123");
    expect(error).toBeNull();
    expect(data).toMatchObject({ user: { id }, weakPassword: { reasons: ["pwned"], message: expect.any(String) } });
  });

  // Passwords are stored as bcrypt of GoTrue's cost, as pgcrypto reads it.
  test("leaves only a hash behind", async (context) => {
    requiresInbox(context, target);
    const { id, password } = await personWithPassword();
    const [row] = await target().owner`select encrypted_password as hash from auth.users where id = ${id}`;
    expect(row?.hash).toMatch(/^\$2a\$10\$.{53}$/u);
    expect(await bcrypt.compare(password, String(row?.hash))).toBe(true);
  });
});
