/**
 * Forgotten passwords and repeated emails with the unmodified client, attacks first. Each test cites the GoTrue
 * behaviour that it covers: supabase/auth, files of internal/api, with the commit that was read.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { authTargetForFile, newAddress, newPassword, requiresClockControl, requiresInbox } from "./auth.support.ts";

const auth = authTargetForFile();
const { target, client, personWithPassword, signIn, post, advanceClock } = auth;

/** Requests a recovery and reads its code. */
async function requestRecovery(email: string, requester = client()) {
  const { error } = await requester.auth.resetPasswordForEmail(email);
  if (error) throw error;
  return await auth.newestEmailedCode(email);
}

describe("a recovery", () => {
  // `Recover` (recover.go, b08654a): 200 and an empty object.
  test("responds alike for an unknown address", async (context) => {
    requiresInbox(context, target);
    const { email } = await personWithPassword();
    const unknown = newAddress();
    const [first, second] = [await post("recover", { email }), await post("recover", { email: unknown })];
    expect([first.status, first.text]).toEqual([200, "{}"]);
    expect([second.status, second.text]).toEqual([200, "{}"]);
    expect(await target().emails?.(unknown)).toEqual([]);
  });

  // `Recover` and `sendPasswordRecovery` (mail.go): one email a minute, `validateEmail` before the look-up.
  test("is limited per address and needs a valid one", async (context) => {
    requiresInbox(context, target);
    const { email } = await personWithPassword();
    await requestRecovery(email);
    expect((await client().auth.resetPasswordForEmail(email)).error).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    for (const wrong of ["", "nobody", "a\0@example.com"]) {
      expect((await client().auth.resetPasswordForEmail(wrong)).error?.status).toBe(400);
    }
  });

  // `Recover` (internal/models/user.go, 7005247): `ClearAllOneTimeTokensForUser`, so code and link work once together.
  test.for(["token", "token_hash"] as const)("by %s works once", async (by, context) => {
    requiresInbox(context, target);
    const { email, id } = await personWithPassword();
    const { code, hash } = await requestRecovery(email);
    const proof = by === "token" ? { email, token: code } : { token_hash: hash };
    expect((await client().auth.verifyOtp({ ...proof, type: "recovery" })).data.user?.id).toBe(id);
    for (const repeated of [{ email, token: code }, { token_hash: hash }]) {
      const { error } = await client().auth.verifyOtp({ ...repeated, type: "recovery" });
      expect(error).toMatchObject({ status: 403, code: "otp_expired" });
    }
  });

  // `CreateOneTimeToken`: recovery and magic link share `recovery_token`, and each replaces the other.
  test("is replaced by a later sign-in code", async (context) => {
    requiresClockControl(context);
    const { email } = await personWithPassword();
    const old = await requestRecovery(email);
    await advanceClock(61);
    await auth.requestCode(email);
    expect((await client().auth.verifyOtp({ token_hash: old.hash, type: "recovery" })).error?.code).toBe("otp_expired");
  });

  // `recoverVerify` (verify.go, 29fa778) ends no session. The new password does (`LogoutAllExceptMe`).
  test("ends the other sessions with the new password", async (context) => {
    requiresInbox(context, target);
    const { email, password, accessToken, refreshToken: old } = await personWithPassword();
    const own = client();
    const { code } = await requestRecovery(email);
    await own.auth.verifyOtp({ email, token: code, type: "recovery" });
    expect((await own.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "otp" }]);
    expect((await client().auth.getUser(accessToken)).error).toBeNull();
    const next = newPassword();
    expect((await own.auth.updateUser({ password: next })).error).toBeNull();
    expect((await client().auth.getUser(accessToken)).error?.name).toBe("AuthSessionMissingError");
    expect((await auth.refresh(old)).error).toBe("refresh_token_not_found");
    expect((await signIn(email, password)).error?.code).toBe("invalid_credentials");
    expect((await signIn(email, next)).error).toBeNull();
  });

  // `recoverVerify` (verify.go, 29fa778): also confirms the address.
  test("confirms an unconfirmed address", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    await client().auth.signUp({ email, password: newPassword() });
    const { code } = await requestRecovery(email);
    const { data } = await client().auth.verifyOtp({ email, token: code, type: "recovery" });
    expect(data.user?.email_confirmed_at).toBeDefined();
  });
});

describe("the event PASSWORD_RECOVERY", () => {
  afterEach(() => vi.unstubAllGlobals());

  // `AsRedirectURL` (token.go, f6f9b65) and `verifyGet` (verify.go, 29fa778): `type=recovery` in the fragment.
  test("reaches a browser that follows the link", async (context) => {
    requiresInbox(context, target);
    const { email } = await personWithPassword();
    const { hash } = await requestRecovery(email);
    const { href } = await auth.followLink(hash, "recovery");
    vi.stubGlobal("window", { location: new URL(href), addEventListener() {}, removeEventListener() {} });
    vi.stubGlobal("document", { visibilityState: "visible" });
    const browser = target().client({ auth: { detectSessionInUrl: true, storageKey: email } });
    expect(await firstEvent(browser, () => browser.auth.getSession())).toEqual(["PASSWORD_RECOVERY", email]);
  });

  // `issueAuthCode` (verify.go, 29fa778) by the link's type, and `PKCE` (token.go, f6f9b65).
  test("reaches the requesting client with PKCE, and no other", async (context) => {
    requiresInbox(context, target);
    const { email } = await personWithPassword();
    const [requester, thief] = [auth.pkceClient(), auth.pkceClient()];
    const { hash } = await requestRecovery(email, requester);
    const code = (await auth.followLink(hash, "recovery")).searchParams.get("code") ?? "";
    await thief.auth.resetPasswordForEmail(newAddress());
    expect((await thief.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
    const event = await firstEvent(requester, () => requester.auth.exchangeCodeForSession(code));
    expect(event).toEqual(["PASSWORD_RECOVERY", email]);
    expect((await requester.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "recovery" }]);
    expect((await requester.auth.updateUser({ password: newPassword() })).error).toBeNull();
  });

  // `FindFlowStateByUserID` (internal/models/flow_state.go): the newest flow of the same kind.
  test("is not lost by an address change requested in between", async (context) => {
    requiresInbox(context, target);
    const { email, password } = await personWithPassword();
    const [recovering, changing] = [auth.pkceClient(), auth.pkceClient()];
    const { hash } = await requestRecovery(email, recovering);
    await signIn(email, password, changing);
    expect((await changing.auth.updateUser({ email: newAddress() })).error).toBeNull();
    const code = (await auth.followLink(hash, "recovery")).searchParams.get("code") ?? "";
    const event = await firstEvent(recovering, () => recovering.auth.exchangeCodeForSession(code));
    expect(event).toEqual(["PASSWORD_RECOVERY", email]);
  });

  /** Returns the first event with a session, and the user's address. */
  async function firstEvent(own: ReturnType<typeof client>, act: () => Promise<unknown>) {
    const events: string[][] = [];
    const { data } = own.auth.onAuthStateChange((event, session) => {
      if (session && event !== "INITIAL_SESSION") events.push([event, session.user.email ?? ""]);
    });
    await act();
    await vi.waitFor(() => expect(events).not.toHaveLength(0));
    data.subscription.unsubscribe();
    return events[0];
  }
});

describe("a repeated email", () => {
  // `Resend` (resend.go, 7cc24cf): 200 and an empty object when there is nothing to repeat.
  test("responds alike when there is nothing to repeat", async (context) => {
    requiresInbox(context, target);
    const { email } = await personWithPassword();
    const [unknown, pending] = [newAddress(), newAddress()];
    await client().auth.signUp({ email: pending, password: newPassword() });
    await target()
      .owner`update auth.users set confirmation_sent_at = now() - interval '1 hour' where email = ${pending}`;
    const emails = (await target().emails?.(email))?.length;
    for (const address of [email, unknown, pending]) {
      const { status, text } = await post("resend", { type: "signup", email: address });
      expect([status, text]).toEqual([200, "{}"]);
    }
    expect((await post("resend", { type: "email_change", email })).text).toBe("{}");
    expect((await target().emails?.(email))?.length).toBe(emails);
    expect(await target().emails?.(unknown)).toEqual([]);
    expect(await target().emails?.(pending)).toHaveLength(2);
  });

  // `Resend`: a new code replaces the first; limited like the first (mail.go).
  test("confirms a sign-up by the newest code alone", async (context) => {
    requiresClockControl(context);
    const [email, password] = [newAddress(), newPassword()];
    await client().auth.signUp({ email, password });
    const first = await auth.newestEmailedCode(email);
    expect((await client().auth.resend({ type: "signup", email })).error?.code).toBe("over_email_send_rate_limit");
    await advanceClock(61);
    expect((await client().auth.resend({ type: "signup", email })).error).toBeNull();
    const second = await auth.newestEmailedCode(email);
    expect((await client().auth.verifyOtp({ token_hash: first.hash, type: "signup" })).error?.code).toBe("otp_expired");
    expect((await client().auth.verifyOtp({ token_hash: second.hash, type: "signup" })).error).toBeNull();
    expect((await signIn(email, password)).error).toBeNull();
  });

  // `Resend`, with PKCE since April 2026 (resend.go).
  test("starts a PKCE flow of its own for a sign-up", async (context) => {
    requiresClockControl(context);
    const email = newAddress();
    await client().auth.signUp({ email, password: newPassword() });
    await advanceClock(61);
    const requester = auth.pkceClient();
    await requester.auth.resend({ type: "signup", email });
    const landed = await auth.followLink((await auth.newestEmailedCode(email)).hash, "signup");
    const { data } = await requester.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(data.user?.email).toBe(email);
  });

  // `Resend` and `sendEmailChange` (mail.go): both addresses get a new code, found by the current one.
  test("reaches both addresses of a change", async (context) => {
    requiresClockControl(context);
    const { client: own, email } = await personWithPassword();
    const next = newAddress();
    await own.auth.updateUser({ email: next });
    const old = await auth.newestEmailedCode(next);
    await advanceClock(61);
    expect((await client().auth.resend({ type: "email_change", email })).error).toBeNull();
    const [current, renewed] = [await auth.newestEmailedCode(email), await auth.newestEmailedCode(next)];
    expect((await client().auth.verifyOtp({ token_hash: old.hash, type: "email_change" })).error?.code).toBe(
      "otp_expired",
    );
    await client().auth.verifyOtp({ token_hash: current.hash, type: "email_change" });
    const { data } = await client().auth.verifyOtp({ token_hash: renewed.hash, type: "email_change" });
    expect(data.user?.email).toBe(next);
  });

  // `ResendConfirmationParams.Validate` (resend.go, 7cc24cf).
  test.for([{ type: "recovery" }, { type: "magiclink" }, {}])("is not sent for %j", async (body) => {
    const answer = await post("resend", { ...body, email: newAddress() });
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("validation_failed") });
    expect((await post("resend", { type: "signup" })).status).toBe(400);
  });
});
