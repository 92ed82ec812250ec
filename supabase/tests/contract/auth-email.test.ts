/**
 * Emailed codes and links with the unmodified client, attacks first. Each test cites the GoTrue behaviour that it
 * covers.
 */
import { describe, expect, test } from "vitest";
import { authTargetForFile, newAddress, otherCode, requiresClockControl, requiresInbox } from "./auth.support.ts";

const auth = authTargetForFile();
const { target, requestCode, verify, followLink, advanceClock, pkceClient } = auth;

describe("codes", () => {
  // GoTrue, `verifyUserAndToken` and `isOtpValid` (internal/api/verify.go): compares hash and age, and counts nothing.
  // Only `LimitByKeys` counts attempts, by address (`token_verifications`).
  test("outlive wrong attempts", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code } = await requestCode(email);
    for (let turn = 0; turn < 12; turn++) {
      expect((await verify(email, otherCode(code))).error?.code).toBe("otp_expired");
    }
    expect((await verify(email, code)).error).toBeNull();
  });

  // Supabase, "Passwordless email logins": a code is single-use. GoTrue, `verifyUserAndToken`: 403 `otp_expired`.
  test("work once after four wrong attempts", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code } = await requestCode(email);
    for (let turn = 0; turn < 4; turn++) await verify(email, otherCode(code));
    expect((await verify(email, code)).data.user).toMatchObject({ email, is_anonymous: false });
    expect((await verify(email, code)).error?.code).toBe("otp_expired");
  });

  // The same, for concurrent requests.
  test("work for one of several concurrent requests", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code, hash } = await requestCode(email);
    const results = await Promise.all([
      verify(email, code),
      verify(email, code),
      target().client().auth.verifyOtp({ token_hash: hash, type: "email" }),
    ]);
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
  });

  // GoTrue, `isOtpExpired` (`otp_expiry`), and `ClearOneTimeTokenForUser` before each new one.
  test("expire after a while or by a newer one", async (context) => {
    requiresClockControl(context);
    const [email, stranger] = [newAddress(), newAddress()];
    const old = await requestCode(email);
    await advanceClock(601);
    expect((await verify(email, old.code)).error?.code).toBe("otp_expired");
    expect((await target().client().auth.verifyOtp({ token_hash: old.hash, type: "email" })).error?.code).toBe(
      "otp_expired",
    );
    const { code: first } = await requestCode(email);
    await advanceClock(61);
    const { code: second } = await requestCode(email);
    if (first !== second) expect((await verify(email, first)).error?.code).toBe("otp_expired");
    await requestCode(stranger);
    expect((await verify(stranger, second)).error?.code).toBe("otp_expired");
    expect((await verify(email, second)).error).toBeNull();
  });

  // GoTrue, `Confirm` and `Recover`: `ClearAllOneTimeTokensForUser`.
  test("are all invalid after signing in", async (context) => {
    requiresClockControl(context);
    const person = await auth.person();
    const next = newAddress();
    await person.client.auth.updateUser({ email: next });
    const open = await auth.newestEmailedCode(next);
    await advanceClock(61);
    await verify(person.email, (await requestCode(person.email)).code);
    expect((await target().client().auth.verifyOtp({ token_hash: open.hash, type: "email_change" })).error?.code).toBe(
      "otp_expired",
    );
  });

  // GoTrue, `GenerateTokenHash`: SHA-224 of address and code.
  test("are stored as a hash only", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code } = await requestCode(email);
    const rows = await target().owner`
      select t.* from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`;
    expect(JSON.stringify(rows.map(({ token_hash }) => token_hash))).not.toContain(code);
    expect(rows).toHaveLength(1);
  });

  // GoTrue, `validateSentWithinFrequencyLimitEmail` (`max_frequency`) and `validateEmail`.
  test("are limited per address and need a valid one", async () => {
    const email = newAddress();
    expect((await target().client().auth.signInWithOtp({ email })).error).toBeNull();
    expect((await target().client().auth.signInWithOtp({ email })).error).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    for (const wrong of ["nobody", "a@b", "a b@example.com", `${"x".repeat(300)}@example.com`, ""]) {
      expect((await target().client().auth.signInWithOtp({ email: wrong })).error?.status).toBe(400);
    }
  });

  // GoTrue, `Otp`: `create_user: false` is 422 `otp_disabled` for an unknown address.
  test("are not sent to unknown addresses with `create_user: false`", async () => {
    const email = newAddress();
    const { error } = await target()
      .client()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
    expect((await target().emails?.(email)) ?? []).toEqual([]);
  });

  // GoTrue, `validateEmail`: addresses are stored in lower case.
  test("ignore the case of an address", async (context) => {
    requiresClockControl(context);
    const email = newAddress();
    const { data } = await verify(email, (await requestCode(email)).code);
    await advanceClock(61);
    const second = await verify(email.toUpperCase(), (await requestCode(email)).code);
    expect(second.data.user?.id).toBe(data.user?.id);
  });

  // GoTrue, `Signup` of a known address: the metadata of the request is not stored.
  test("cannot change the metadata of an existing user", async (context) => {
    requiresClockControl(context);
    const { client, email } = await auth.person();
    await client.auth.updateUser({ data: { ui_locale: "es" } });
    await advanceClock(61);
    await target()
      .client()
      .auth.signInWithOtp({ email, options: { data: { ui_locale: "ar" } } });
    expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({ ui_locale: "es" });
  });
});

describe("links", () => {
  // GoTrue, `VerifyParams`: `{token_hash, type}`, sent by the app's own page on a click.
  test("sign in once by their hash, on any device", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { hash } = await requestCode(email);
    const click = () => target().client().auth.verifyOtp({ token_hash: hash, type: "email" });
    expect((await click()).data.user).toMatchObject({ email });
    expect((await click()).error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  // Supabase, "Redirect URLs"; GoTrue, `IsRedirectURLValid`.
  test("only redirect to the app", async (context) => {
    requiresInbox(context, target);
    const { hash } = await requestCode(newAddress());
    for (const redirectTo of [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      "http://localhost.evil.example/",
    ]) {
      const landed = await followLink("rubbish", "magiclink", redirectTo);
      expect(landed.protocol).toMatch(/^https?:$/u);
      expect(landed.hostname).not.toContain("evil");
    }
    expect((await followLink(hash, "signup", "https://evil.example/")).hostname).not.toContain("evil");
  });

  // Supabase, "Implicit flow": tokens come in the fragment; GoTrue, `prepErrorRedirectURL`.
  test("sign in once, with tokens in the fragment", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { hash } = await requestCode(email);
    const landed = await followLink(hash, "signup");
    const tokens = new URLSearchParams(landed.hash.slice(1));
    expect(landed.search).toBe("");
    const { data } = await target()
      .client()
      .auth.setSession({
        access_token: tokens.get("access_token") ?? "",
        refresh_token: tokens.get("refresh_token") ?? "",
      });
    expect(data.user?.email).toBe(email);
    expect(new URLSearchParams((await followLink(hash, "signup")).hash.slice(1)).get("error_code")).toBe("otp_expired");
  });

  // Supabase, "PKCE flow"; GoTrue, `issueAuthCode` and `PKCE`.
  test("with PKCE return a single-use code for the requesting client", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const requester = pkceClient();
    const { hash } = await requestCode(email, requester);
    const landed = await followLink(hash, "signup");
    expect(landed.hash).toBe("");
    const code = landed.searchParams.get("code") ?? "";
    const thief = pkceClient();
    await requestCode(newAddress(), thief);
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 400,
      code: "bad_code_verifier",
    });
    expect((await requester.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email);
    await requestCode(newAddress(), requester);
    expect((await requester.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 404,
      code: "flow_state_not_found",
    });
  });

  // GoTrue, `matchesTokenHash`: with PKCE the hash starts with `pkce_`, and the app's page may send it unchanged.
  test("with PKCE also work on another device by their hash", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { hash } = await requestCode(email, pkceClient());
    expect(hash).toMatch(/^pkce_/u);
    const { data } = await target().client().auth.verifyOtp({ token_hash: hash, type: "email" });
    expect(data.user?.email).toBe(email);
  });
});
