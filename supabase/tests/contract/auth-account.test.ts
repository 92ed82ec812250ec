/** Guests who become accounts, and accounts that change, through the unmodified client, attackers first. Each test names what of GoTrue it pins. */
import { describe, expect, test } from "vitest";
import { authTargetForFile, newAddress, otherCode, requiresClockControl, requiresInbox } from "./auth.support.ts";

const house = authTargetForFile();
const { target, later } = house;

describe("anonymous users", () => {
  // Supabase, "JWT Claims Reference" and "JWT signing keys": ES256, verified by the JWKS.
  test("have a token with every claim that GoTrue writes, signed by the published key", async () => {
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
  test.for(["token", "token_hash"] as const)(
    "become permanent by an address, proven by %s, and keep their id",
    async (by, context) => {
      requiresInbox(context, target);
      const email = newAddress();
      const { client, id } = await target().guest();
      const asked = await client.auth.updateUser({ email });
      expect(asked.data.user).toMatchObject({ id, is_anonymous: true, new_email: email, email: "" });
      const { code, hash } = await house.newestProof(email);
      const wrong = await client.auth.verifyOtp({ email, token: otherCode(code), type: "email_change" });
      expect(wrong.error?.code).toBe("otp_expired");
      // A link is opened where nobody is signed in.
      const where = by === "token" ? client : target().client();
      const proof = by === "token" ? { email, token: code } : { token_hash: hash };
      const { data, error } = await where.auth.verifyOtp({ ...proof, type: "email_change" });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ id, email, is_anonymous: false, app_metadata: { provider: "email" } });
      expect(data.user?.new_email).toBeUndefined();
      expect(data.user?.identities).toMatchObject([{ provider: "email", identity_data: { email } }]);
      expect((await where.auth.getClaims()).data?.claims).toMatchObject({ sub: id, email, is_anonymous: false });
      const again = await target()
        .client()
        .auth.verifyOtp({ ...proof, type: "email_change" });
      expect(again.error?.code).toBe("otp_expired");
    },
  );

  // GoTrue, `UserUpdate`: `IsDuplicatedEmail` is 422 `email_exists`, and no mail goes out.
  test("cannot ask for an address that is somebody's", async (context) => {
    requiresInbox(context, target);
    const { email } = await house.person();
    const before = (await target().mails?.(email))?.length;
    const { client } = await target().guest();
    expect((await client.auth.updateUser({ email })).error).toMatchObject({ status: 422, code: "email_exists" });
    expect((await client.auth.updateUser({ email: email.toUpperCase() })).error?.code).toBe("email_exists");
    expect((await target().mails?.(email))?.length).toBe(before);
  });

  // GoTrue, `FindUserForEmailChange`: the user is found by address and code, so somebody else's wish is no obstacle.
  test("two who want the same address have a code each; who proves it first has it", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const [one, two] = [await target().guest(), await target().guest()];
    await one.client.auth.updateUser({ email });
    const { code: first } = await house.newestProof(email);
    await two.client.auth.updateUser({ email });
    const { code: second } = await house.newestProof(email);
    const late = await one.client.auth.verifyOtp({ email, token: first, type: "email_change" });
    expect(late.data.user).toMatchObject({ id: one.id, email });
    const lost = await two.client.auth.verifyOtp({ email, token: second, type: "email_change" });
    expect(lost.error).not.toBeNull();
    expect((await two.client.auth.getUser()).data.user?.is_anonymous).toBe(true);
  });

  // GoTrue, `verifyUserAndToken`: each `type` takes codes of its own kinds.
  test("a code for one purpose is none for another", async (context) => {
    requiresInbox(context, target);
    const [email, other] = [newAddress(), newAddress()];
    const { client } = await target().guest();
    await client.auth.updateUser({ email });
    const { code, hash } = await house.newestProof(email);
    const signIn = await house.askCode(other);
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

  // GoTrue, `UpdateUserMetaData`: keys given as null go.
  test("keep what they say about themselves", async () => {
    const client = target().client();
    await client.auth.signInAnonymously({ options: { data: { name: "Ana", old: 1 } } });
    const { data } = await client.auth.updateUser({ data: { name: "Eva", old: null } });
    expect(data.user?.user_metadata).toEqual({ name: "Eva" });
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({ name: "Eva" });
  });

  // GoTrue, `UserUpdate`: "Updating app_metadata requires admin privileges"; role and id are not the user's to say.
  test("cannot give themselves what only the server may", async () => {
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

describe("a person who changes their address", () => {
  /** Asks for the change and reads both mails. */
  async function changing() {
    const person = await house.person();
    const next = newAddress();
    const { error } = await person.client.auth.updateUser({ email: next });
    expect(error).toBeNull();
    return { ...person, next, atOld: await house.newestProof(person.email), atNew: await house.newestProof(next) };
  }

  // GoTrue, `emailChangeVerify` with secure email change (`double_confirm_changes`).
  test.for(["old", "new"] as const)("proves both; the %s one first changes nothing yet", async (first, context) => {
    requiresInbox(context, target);
    const { client, id, email, next, atOld, atNew } = await changing();
    const steps = [
      { email, token: atOld.code },
      { email: next, token: atNew.code },
    ];
    const [one, two] = first === "old" ? steps : steps.toReversed();
    if (!one || !two) throw new Error("Two steps were expected.");
    const half = await client.auth.verifyOtp({ ...one, type: "email_change" });
    expect(half).toMatchObject({ error: null, data: { session: null } });
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email, new_email: next });
    expect((await client.auth.verifyOtp({ ...one, type: "email_change" })).error?.code).toBe("otp_expired");
    const { data } = await client.auth.verifyOtp({ ...two, type: "email_change" });
    expect(data.user).toMatchObject({ id, email: next });
    expect(data.user?.identities).toMatchObject([{ identity_data: { email: next } }]);
  });

  // The same, through the links.
  test("by the links: the first says that the other is awaited, the second signs in", async (context) => {
    requiresInbox(context, target);
    const { next, atOld, atNew } = await changing();
    const half = new URLSearchParams((await house.follow(atNew.hash, "email_change")).hash.slice(1));
    expect(half.get("message")).toContain("confirm link sent to the other email");
    expect(half.has("access_token")).toBe(false);
    const done = new URLSearchParams((await house.follow(atOld.hash, "email_change")).hash.slice(1));
    const { data } = await target()
      .client()
      .auth.getUser(done.get("access_token") ?? "");
    expect(data.user?.email).toBe(next);
  });

  // GoTrue, `SendEmailChange`: a new wish begins anew.
  test("what was proven for one address does not count for the next", async (context) => {
    requiresClockControl(context);
    const { client, id, email, next, atOld } = await changing();
    await client.auth.verifyOtp({ email, token: atOld.code, type: "email_change" });
    await later(61);
    const stolen = newAddress();
    await client.auth.updateUser({ email: stolen });
    const { code } = await house.newestProof(stolen);
    const half = await client.auth.verifyOtp({ email: stolen, token: code, type: "email_change" });
    expect(half.data.session).toBeNull();
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email });
    expect(next).not.toBe(stolen);
  });

  // GoTrue, `FindUserByEmailAndAudience`: a code is sought at the user who has the address now.
  test("a sign-in code for the address that they had is worth nothing after", async (context) => {
    requiresInbox(context, target);
    const { client, email, next, atOld, atNew } = await changing();
    const left = await house.askCode(email);
    await client.auth.verifyOtp({ email, token: atOld.code, type: "email_change" });
    await client.auth.verifyOtp({ email: next, token: atNew.code, type: "email_change" });
    expect((await house.verify(email, left.code)).error?.code).toBe("otp_expired");
    expect((await target().client().auth.verifyOtp({ token_hash: left.hash, type: "email" })).error?.code).toBe(
      "otp_expired",
    );
  });

  // The same, of a change that the project's own SQL made.
  test("nor after the database changed it", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code } = await house.askCode(email);
    await target().owner`update auth.users set email = ${newAddress()} where email = ${email}`;
    expect((await house.verify(email, code)).error?.code).toBe("otp_expired");
  });
});
