/**
 * Guests that become accounts, and changes of accounts, with the unmodified client, attacks first. Each test cites the
 * GoTrue behaviour that it covers.
 */
import { describe, expect, test } from "vitest";
import { authTargetForFile, newAddress, otherCode, requiresClockControl, requiresInbox } from "./auth.support.ts";

const auth = authTargetForFile();
const { target, advanceClock } = auth;

describe("anonymous users", () => {
  // Supabase, "JWT Claims Reference" and "JWT signing keys": ES256, verified by the JWKS.
  test("get a signed token with all of GoTrue's claims", async () => {
    const { client, id } = await target().guest();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(data?.claims).toEqual({
      iss: `${target().url}/auth/v1`,
      sub: id,
      aud: "authenticated",
      exp: (data?.claims.iat ?? 0) + 3600,
      iat: expect.any(Number),
      email: "",
      phone: "",
      app_metadata: {},
      user_metadata: {},
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "anonymous", timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      is_anonymous: true,
    });
  });

  // Supabase, "Anonymous Sign-Ins": "Convert an anonymous user to a permanent user"; GoTrue, `emailChangeVerify`.
  test.for(["token", "token_hash"] as const)("become permanent by a %s and keep their id", async (by, context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { client, id } = await target().guest();
    const update = await client.auth.updateUser({ email });
    expect(update.data.user).toMatchObject({ id, is_anonymous: true, new_email: email, email: "" });
    const { code, hash } = await auth.newestEmailedCode(email);
    const wrong = await client.auth.verifyOtp({ email, token: otherCode(code), type: "email_change" });
    expect(wrong.error?.code).toBe("otp_expired");
    // A link is opened in a client without a session.
    const where = by === "token" ? client : target().client();
    const proof = by === "token" ? { email, token: code } : { token_hash: hash };
    const { data, error } = await where.auth.verifyOtp({ ...proof, type: "email_change" });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email, is_anonymous: false, app_metadata: { provider: "email" } });
    expect(data.user?.new_email).toBeUndefined();
    expect(data.user?.identities).toMatchObject([{ provider: "email", identity_data: { email } }]);
    expect((await where.auth.getClaims()).data?.claims).toMatchObject({ sub: id, email, is_anonymous: false });
    const repeated = await target()
      .client()
      .auth.verifyOtp({ ...proof, type: "email_change" });
    expect(repeated.error?.code).toBe("otp_expired");
  });

  // GoTrue, `UserUpdate`: `IsDuplicatedEmail` is 422 `email_exists`, and no email is sent.
  test("cannot request an address in use", async (context) => {
    requiresInbox(context, target);
    const { email } = await auth.person();
    const before = (await target().emails?.(email))?.length;
    const { client } = await target().guest();
    expect((await client.auth.updateUser({ email })).error).toMatchObject({ status: 422, code: "email_exists" });
    expect((await client.auth.updateUser({ email: email.toUpperCase() })).error?.code).toBe("email_exists");
    expect((await target().emails?.(email))?.length).toBe(before);
  });

  // GoTrue, `FindUserForEmailChange`: looks the user up by address and code, so another user's request does not
  // interfere.
  test("can request the same address; the first confirmation wins", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const [firstGuest, secondGuest] = [await target().guest(), await target().guest()];
    await firstGuest.client.auth.updateUser({ email });
    const { code: first } = await auth.newestEmailedCode(email);
    await secondGuest.client.auth.updateUser({ email });
    const { code: second } = await auth.newestEmailedCode(email);
    const won = await firstGuest.client.auth.verifyOtp({ email, token: first, type: "email_change" });
    expect(won.data.user).toMatchObject({ id: firstGuest.id, email });
    const lost = await secondGuest.client.auth.verifyOtp({ email, token: second, type: "email_change" });
    expect(lost.error).not.toBeNull();
    expect((await secondGuest.client.auth.getUser()).data.user?.is_anonymous).toBe(true);
  });

  // GoTrue, `verifyUserAndToken`: each `type` accepts its own kinds of codes.
  test("cannot use a code for another purpose", async (context) => {
    requiresInbox(context, target);
    const [email, other] = [newAddress(), newAddress()];
    const { client } = await target().guest();
    await client.auth.updateUser({ email });
    const { code, hash } = await auth.newestEmailedCode(email);
    const signIn = await auth.requestCode(other);
    const anon = target().client();
    expect((await anon.auth.verifyOtp({ email, token: code, type: "email" })).error?.code).toBe("otp_expired");
    expect((await anon.auth.verifyOtp({ token_hash: hash, type: "email" })).error?.code).toBe("otp_expired");
    expect((await anon.auth.verifyOtp({ email: other, token: signIn.code, type: "email_change" })).error?.code).toBe(
      "otp_expired",
    );
    expect((await anon.auth.verifyOtp({ email: other, token: code, type: "email_change" })).error?.code).toBe(
      "otp_expired",
    );
  });

  // GoTrue, `verifyUserAndToken` and `verifyTokenHash`: a new address gets a confirmation token, and `magiclink` is
  // compared with the recovery token alone.
  test("cannot use an address's first code as a magic link", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const first = await auth.requestCode(email);
    const anon = target().client();
    expect((await anon.auth.verifyOtp({ email, token: first.code, type: "magiclink" })).error?.code).toBe(
      "otp_expired",
    );
    expect((await anon.auth.verifyOtp({ token_hash: first.hash, type: "magiclink" })).error?.code).toBe("otp_expired");
    expect((await anon.auth.verifyOtp({ email, token: first.code, type: "signup" })).error).toBeNull();
  });

  // GoTrue, `UpdateUserMetaData`: a null value deletes its key.
  test("keep their metadata", async () => {
    const client = target().client();
    await client.auth.signInAnonymously({ options: { data: { name: "Ana", old: 1 } } });
    const { data } = await client.auth.updateUser({ data: { name: "Eva", old: null } });
    expect(data.user?.user_metadata).toEqual({ name: "Eva" });
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({ name: "Eva" });
  });

  // GoTrue, `UserUpdate`: "Updating app_metadata requires admin privileges"; a user cannot set role and id.
  test("cannot set fields that only the server may set", async () => {
    const { client, accessToken, id } = await target().guest();
    await fetch(`${target().url}/auth/v1/user`, {
      method: "PUT",
      headers: {
        apikey: target().publishableKey,
        authorization: `Bearer ${accessToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        id: crypto.randomUUID(),
        role: "service_role",
        is_anonymous: false,
        app_metadata: { provider: "email" },
      }),
    });
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id,
      role: "authenticated",
      is_anonymous: true,
      app_metadata: {},
    });
  });
});

describe("an address change", () => {
  /** Requests an address change and reads both emails. */
  async function startChange() {
    const person = await auth.person();
    const next = newAddress();
    const { error } = await person.client.auth.updateUser({ email: next });
    expect(error).toBeNull();
    return {
      ...person,
      next,
      atOld: await auth.newestEmailedCode(person.email),
      atNew: await auth.newestEmailedCode(next),
    };
  }

  // GoTrue, `emailChangeVerify` with secure email change (`double_confirm_changes`).
  test.for(["old", "new"] as const)("needs both codes; the %s one alone changes nothing", async (first, context) => {
    requiresInbox(context, target);
    const { client, id, email, next, atOld, atNew } = await startChange();
    const steps = [
      { email, token: atOld.code },
      { email: next, token: atNew.code },
    ];
    const [firstStep, secondStep] = first === "old" ? steps : steps.toReversed();
    if (!firstStep || !secondStep) throw new Error("Two steps were expected.");
    const half = await client.auth.verifyOtp({ ...firstStep, type: "email_change" });
    expect(half).toMatchObject({ error: null, data: { session: null } });
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email, new_email: next });
    expect((await client.auth.verifyOtp({ ...firstStep, type: "email_change" })).error?.code).toBe("otp_expired");
    const { data } = await client.auth.verifyOtp({ ...secondStep, type: "email_change" });
    expect(data.user).toMatchObject({ id, email: next });
    expect(data.user?.identities).toMatchObject([{ identity_data: { email: next } }]);
  });

  // The same, with the links.
  test("by links: the first waits, the second signs in", async (context) => {
    requiresInbox(context, target);
    const { next, atOld, atNew } = await startChange();
    const half = new URLSearchParams((await auth.followLink(atNew.hash, "email_change")).hash.slice(1));
    expect(half.get("message")).toContain("confirm link sent to the other email");
    expect(half.has("access_token")).toBe(false);
    const done = new URLSearchParams((await auth.followLink(atOld.hash, "email_change")).hash.slice(1));
    const { data } = await target()
      .client()
      .auth.getUser(done.get("access_token") ?? "");
    expect(data.user?.email).toBe(next);
  });

  // GoTrue, `SendEmailChange`: a new request starts over.
  test("starts over when another address is requested", async (context) => {
    requiresClockControl(context);
    const { client, id, email, next, atOld } = await startChange();
    await client.auth.verifyOtp({ email, token: atOld.code, type: "email_change" });
    await advanceClock(61);
    const stolen = newAddress();
    await client.auth.updateUser({ email: stolen });
    const { code } = await auth.newestEmailedCode(stolen);
    const half = await client.auth.verifyOtp({ email: stolen, token: code, type: "email_change" });
    expect(half.data.session).toBeNull();
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email });
    expect(next).not.toBe(stolen);
  });

  // GoTrue, `FindUserByEmailAndAudience`: looks a code up by the user's current address.
  test("invalidates a sign-in code for the old address", async (context) => {
    requiresInbox(context, target);
    const { client, email, next, atOld, atNew } = await startChange();
    const left = await auth.requestCode(email);
    await client.auth.verifyOtp({ email, token: atOld.code, type: "email_change" });
    await client.auth.verifyOtp({ email: next, token: atNew.code, type: "email_change" });
    expect((await auth.verify(email, left.code)).error?.code).toBe("otp_expired");
    expect((await target().client().auth.verifyOtp({ token_hash: left.hash, type: "email" })).error?.code).toBe(
      "otp_expired",
    );
  });

  // The same, for a change by the project's own SQL.
  test("invalidates a code after a change by SQL", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code } = await auth.requestCode(email);
    await target().owner`update auth.users set email = ${newAddress()} where email = ${email}`;
    expect((await auth.verify(email, code)).error?.code).toBe("otp_expired");
  });
});
