/**
 * Passkeys with the unmodified client and an authenticator in software, attacks first. Each test cites the GoTrue behaviour that it
 * covers: supabase/auth, `internal/api/passkey_authentication.go` (bc32168) unless another file is named.
 */
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { requiresClockControl, requiresInbox } from "./auth.support.ts";
import { addFactor, claimsOf } from "./factors.support.ts";
import {
  dataOf,
  PASSKEYS_TOML,
  passkeyTargetForFile,
  RP_ID,
  register,
  signInWith,
  startAuthentication,
  startRegistration,
} from "./passkeys.support.ts";
import { configured } from "./target.ts";

const auth = passkeyTargetForFile();
const { target, client, person, personWithPasskey, authenticator } = auth;

const REFUSED = { status: 400, code: "webauthn_verification_failed" };
const USED_UP = { status: 400, code: "webauthn_challenge_not_found" };
const handleOf = (id: string) => Buffer.from(id).toString("base64url");
const ageChallenges = () => target().embedded.admin`
  update auth.webauthn_challenges set expires_at = expires_at - interval '301 seconds'`;

describe("a sign-in", () => {
  // `ConsumeWebAuthnChallengeByID` (models/webauthn_challenge.go): deleted by the first use, also by one that fails.
  test("uses up its challenge", async (context) => {
    requiresInbox(context, target);
    const { key } = await personWithPasskey();
    const [one, other] = [client(), client()];
    const { challenge_id: challengeId, options } = await startAuthentication(one);
    const credential = key.get(options);
    expect((await one.auth.passkey.verifyAuthentication({ challengeId, credential })).error).toBeNull();
    expect((await other.auth.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject(USED_UP);
    const failed = await startAuthentication(one);
    const wrong = {
      challengeId: failed.challenge_id,
      credential: key.get(failed.options, { origin: "https://evil.example" }),
    };
    expect((await other.auth.passkey.verifyAuthentication(wrong)).error).toMatchObject(REFUSED);
    const right = { challengeId: failed.challenge_id, credential: key.get(failed.options) };
    expect((await other.auth.passkey.verifyAuthentication(right)).error).toMatchObject(USED_UP);
  });

  // `challenge.IsExpired`: five minutes (`ChallengeExpiryDuration`).
  test("rejects a challenge after five minutes", async (context) => {
    requiresClockControl(context);
    const { key } = await personWithPasskey();
    const own = client();
    const { challenge_id: challengeId, options, expires_at } = await startAuthentication(own);
    expect(Math.abs(expires_at - Date.now() / 1000 - 300)).toBeLessThan(5);
    await ageChallenges();
    const { error } = await own.auth.passkey.verifyAuthentication({ challengeId, credential: key.get(options) });
    expect(error).toMatchObject({ status: 400, code: "webauthn_challenge_expired" });
  });

  // `ConsumeWebAuthnChallengeByID`: a challenge belongs to its ceremony.
  test("rejects the challenge of a registration", async (context) => {
    requiresInbox(context, target);
    const own = await personWithPasskey();
    const { challenge_id: challengeId, options } = await startRegistration(own.client);
    const credential = own.key.get(options);
    expect((await client().auth.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject(
      USED_UP,
    );
  });

  // go-webauthn, `CollectedClientData.Verify` and `AuthenticatorData.Verify`.
  test.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["of another port", { origin: "http://localhost:1" }],
    ["of another site", { rpId: "evil.example" }],
    ["of another ceremony", { type: "webauthn.create" }],
  ])("rejects an answer %s", async (_name, lie) => {
    const { key } = await personWithPasskey();
    expect((await signInWith(client(), key, lie)).error).toMatchObject(REFUSED);
  });

  // `handler` of `ValidatePasskeyLogin`: the user handle names the user, whose own passkeys are compared.
  test("rejects another person's handle", async (context) => {
    requiresInbox(context, target);
    const [ana, eve] = [await personWithPasskey(), await personWithPasskey()];
    const nobody = "0d1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c22";
    for (const userHandle of [handleOf(ana.id), handleOf(nobody), handleOf("x"), ""])
      expect((await signInWith(client(), eve.key, { userHandle })).error).toMatchObject(REFUSED);
  });

  test("rejects a passkey that Auth does not know", async (context) => {
    requiresInbox(context, target);
    const ana = await personWithPasskey();
    const key = authenticator();
    key.create({ challenge: "x", user: { id: handleOf(ana.id) } });
    expect((await signInWith(client(), key)).error).toMatchObject(REFUSED);
  });

  // go-webauthn, `Authenticator.UpdateCounter`: a counter that did not grow is a warning, and stays.
  test("keeps the higher counter, and accepts the lower", async (context) => {
    requiresInbox(context, target);
    const { key, id } = await personWithPasskey({ counts: true });
    expect((await signInWith(client(), key)).error).toBeNull();
    expect((await signInWith(client(), key, { counter: 7 })).error).toBeNull();
    expect((await signInWith(client(), key, { counter: 7 })).error).toBeNull();
    expect((await signInWith(client(), key, { counter: 0 })).error).toBeNull();
    const [row] = await target().owner`select sign_count from auth.webauthn_credentials where user_id = ${id}`;
    expect(Number(row?.sign_count)).toBe(7);
  });

  // `parseCredentialAssertionResponse`, and the checks of the body.
  test("rejects a body that is no answer", async () => {
    const options = await startAuthentication(client());
    const verify = async (body: object) => JSON.parse((await auth.post("passkeys/authentication/verify", body)).text);
    expect(await verify({})).toMatchObject({ error_code: "validation_failed" });
    expect(await verify({ challenge_id: "x", credential: {} })).toMatchObject({ error_code: "validation_failed" });
    expect(await verify({ challenge_id: options.challenge_id })).toMatchObject({ error_code: "validation_failed" });
    expect(await verify({ challenge_id: options.challenge_id, credential: { id: 1 } })).toMatchObject({
      error_code: REFUSED.code,
    });
  });

  // `user.IsBanned`: 403 `user_banned`.
  test("rejects a banned user", async (context) => {
    requiresClockControl(context);
    const { key, id } = await personWithPasskey();
    await target().embedded.admin`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    expect((await signInWith(client(), key)).error).toMatchObject({ status: 403, code: "user_banned" });
  });

  // `BeginDiscoverableLogin`: names no passkey. `issueRefreshToken` with `models.PasskeyLogin`.
  test("starts a session at aal1, also with a second factor", async (context) => {
    requiresInbox(context, target);
    const own = await personWithPasskey();
    await addFactor(own.client);
    const elsewhere = client();
    const { options } = await startAuthentication(elsewhere);
    expect(options).toMatchObject({ rpId: RP_ID, userVerification: "preferred", timeout: 300_000 });
    expect(options.allowCredentials ?? []).toEqual([]);
    const { data, error } = await signInWith(elsewhere, own.key);
    expect([error, data?.user?.id]).toEqual([null, own.id]);
    const claims = await claimsOf(elsewhere);
    expect(claims.aal).toBe("aal1");
    expect(claims.amr).toMatchObject([{ method: "passkey" }]);
    expect((await dataOf(own.client.auth.passkey.list()))[0]?.last_used_at).toBeDefined();
  });
});

describe("a registration", () => {
  // `BeginRegistration` (passkey_registration.go), `getPasskeyWebAuthn` (passkey_helpers.go), `User.WebAuthnID` (models/user.go).
  test("asks for a discoverable passkey of this user", async (context) => {
    requiresInbox(context, target);
    const { client: own, id, email } = await person();
    const { options } = await startRegistration(own);
    expect(options).toMatchObject({
      rp: { id: RP_ID, name: "Parley" },
      user: { id: handleOf(id), name: email, displayName: email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    });
  });

  test("names the passkey by its model", async (context) => {
    requiresInbox(context, target);
    const known = await personWithPasskey({ aaguid: "bada5566-a7aa-401f-bd96-45619a55120d" });
    expect(known.passkey.friendly_name).toBe("1Password");
    const unknown = await personWithPasskey();
    expect(unknown.passkey).toEqual({
      id: unknown.passkey.id,
      friendly_name: "Passkey",
      created_at: expect.any(String),
    });
  });

  // The challenge is of the user who requested it.
  test("rejects a challenge of another person, another origin, another site", async (context) => {
    requiresInbox(context, target);
    const [ana, eve] = [await person(), await person()];
    const { challenge_id: challengeId, options } = await startRegistration(ana.client);
    const credential = authenticator().create(options);
    expect((await eve.client.auth.passkey.verifyRegistration({ challengeId, credential })).error).toMatchObject(
      USED_UP,
    );
    expect((await ana.client.auth.passkey.verifyRegistration({ challengeId, credential })).error).toBeNull();
    for (const lie of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { type: "webauthn.get" }])
      expect((await register(ana.client, authenticator(), lie)).error).toMatchObject(REFUSED);
  });

  // `ErrorCodeWebAuthnCredentialExists`, and the exclusion list.
  test("rejects a passkey that somebody has", async (context) => {
    requiresInbox(context, target);
    const [ana, eve] = [await personWithPasskey(), await person()];
    const { options } = await startRegistration(ana.client);
    expect(options.excludeCredentials).toHaveLength(1);
    expect((await register(eve.client, ana.key)).error).toMatchObject({
      status: 422,
      code: "webauthn_credential_exists",
    });
  });

  // `MaxPasskeysPerUser`: 422 `too_many_passkeys`.
  test("accepts ten passkeys", async (context) => {
    requiresInbox(context, target);
    const { client: own } = await person();
    for (let count = 0; count < 10; count += 1) expect((await register(own, authenticator())).error).toBeNull();
    const { error } = await own.auth.passkey.startRegistration();
    expect(error).toMatchObject({ status: 422, code: "too_many_passkeys" });
  });

  // `requireNotAnonymous` (auth.go): 403 `no_authorization`.
  test("is not for guests", async () => {
    const { client: guest } = await target().guest();
    expect((await guest.auth.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: "no_authorization",
    });
  });
});

describe("a person with a second factor", () => {
  // `requirePasskeyManagementAAL` (passkey_helpers.go): 403 `insufficient_aal`, also between options and verification.
  test("adds and removes passkeys at aal2 only", async (context) => {
    requiresInbox(context, target);
    const own = await personWithPasskey();
    const other = client();
    await dataOf(signInWith(other, own.key));
    const started = await startRegistration(other);
    await addFactor(own.client);
    const aal1 = client();
    await dataOf(signInWith(aal1, own.key));
    const needed = { status: 403, code: "insufficient_aal" };
    const credential = authenticator().create(started.options);
    expect((await aal1.auth.passkey.startRegistration()).error).toMatchObject(needed);
    expect(
      (await aal1.auth.passkey.verifyRegistration({ challengeId: started.challenge_id, credential })).error,
    ).toMatchObject(needed);
    expect((await aal1.auth.passkey.delete({ passkeyId: own.passkey.id })).error).toMatchObject(needed);
    expect((await aal1.auth.passkey.update({ passkeyId: own.passkey.id, friendlyName: "Phone" })).error).toBeNull();
    expect((await register(own.client, authenticator())).error).toBeNull();
    expect((await own.client.auth.passkey.delete({ passkeyId: own.passkey.id })).error).toBeNull();
  });
});

describe("the list", () => {
  // passkey_manage.go: 404 `validation_failed` for a passkey of another person.
  test("is the person's own", async (context) => {
    requiresInbox(context, target);
    const [ana, eve] = [await personWithPasskey(), await personWithPasskey()];
    const notFound = { status: 404, code: "validation_failed" };
    const passkeyId = ana.passkey.id;
    expect((await eve.client.auth.passkey.update({ passkeyId, friendlyName: "Mine" })).error).toMatchObject(notFound);
    expect((await eve.client.auth.passkey.delete({ passkeyId })).error).toMatchObject(notFound);
    expect((await dataOf(eve.client.auth.passkey.list())).map(({ id }) => id)).toEqual([eve.passkey.id]);
    expect((await dataOf(ana.client.auth.passkey.list())).map(({ id }) => id)).toEqual([passkeyId]);
  });

  test("renames and removes", async (context) => {
    requiresInbox(context, target);
    const { client: own, key, passkey } = await personWithPasskey();
    const rename = (friendlyName: string) => own.auth.passkey.update({ passkeyId: passkey.id, friendlyName });
    expect((await dataOf(rename("Work laptop"))).friendly_name).toBe("Work laptop");
    for (const name of ["", "x".repeat(121)])
      expect((await rename(name)).error).toMatchObject({ status: 400, code: "validation_failed" });
    expect((await own.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect(await dataOf(own.auth.passkey.list())).toEqual([]);
    expect((await signInWith(client(), key)).error).toMatchObject(REFUSED);
  });

  // passkey_admin.go.
  test("is readable and removable by an admin only", async (context) => {
    requiresInbox(context, target);
    const { client: own, id, passkey } = await personWithPasskey();
    const admin = createClient(target().url, target().secretKey, { auth: { persistSession: false } });
    expect(await dataOf(admin.auth.admin.passkey.listPasskeys({ userId: id }))).toMatchObject([{ id: passkey.id }]);
    expect((await own.auth.admin.passkey.listPasskeys({ userId: id })).error).toMatchObject({ status: 403 });
    const both = { userId: id, passkeyId: passkey.id };
    expect((await own.auth.admin.passkey.deletePasskey(both)).error).toMatchObject({ status: 403 });
    expect((await admin.auth.admin.passkey.deletePasskey(both)).error).toBeNull();
    expect(await dataOf(own.auth.passkey.list())).toEqual([]);
  });
});

const settingsOf = async ({ url, publishableKey }: { url: string; publishableKey: string }) =>
  await (await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } })).json();

// settings.go: `passkeys_enabled`.
test("the settings name passkeys", async () => {
  expect(await settingsOf(target())).toMatchObject({ passkeys_enabled: true });
});

test("the log names neither passkeys nor users", async (context) => {
  requiresClockControl(context);
  const { client: own, id, passkey } = await personWithPasskey();
  await target().embedded.admin`alter table auth.webauthn_credentials rename to lost`;
  try {
    expect((await own.auth.passkey.update({ passkeyId: passkey.id, friendlyName: "x" })).error?.status).toBe(500);
  } finally {
    await target().embedded.admin`alter table auth.lost rename to webauthn_credentials`;
  }
  const log = target().embedded.lines.join("\n");
  expect(log).toContain("PATCH /passkeys/:id failed");
  for (const secret of [id, passkey.id]) expect(log).not.toContain(secret);
});

// `requirePasskeyEnabled`: 404 `passkey_disabled`.
test(
  "passkeys are off by default",
  configured("", {}, async (own) => {
    expect(await settingsOf(own)).toMatchObject({ passkeys_enabled: false });
    const { error } = await own.client().auth.passkey.startAuthentication();
    expect(error).toMatchObject({ status: 404, code: "passkey_disabled" });
  }),
);

// `limiterOpts.PasskeyAuthentication`: 30 in five minutes by address (`GOTRUE_RATE_LIMIT_PASSKEY`).
test(
  "sign-ins are limited by address",
  configured(PASSKEYS_TOML, {}, async (own) => {
    const start = async () => (await own.client().auth.passkey.startAuthentication()).error;
    for (let count = 0; count < 30; count += 1) expect(await start()).toBeNull();
    expect(await start()).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  }),
);

// The CLI (`[auth.passkey]`): enabled passkeys need `rp_id` and `rp_origins`.
test("the configuration names the site", async () => {
  await expect(configured("[auth.passkey]\nenabled = true\n", {}, async () => {})()).rejects.toThrow(/rp_id/u);
});
