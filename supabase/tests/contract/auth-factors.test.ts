/**
 * Second factors by an authenticator app with the unmodified client, attacks first. Each test cites the GoTrue behaviour that
 * it covers: supabase/auth, `internal/api/mfa.go` (0139bdf) unless another file is named.
 */
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test, vi } from "vitest";
import { newAddress, newPassword, requiresClockControl, requiresInbox } from "./auth.support.ts";
import {
  addFactor,
  claimsOf,
  codeOf,
  type EnrolledFactor,
  enroll,
  FACTORS_TOML,
  factorTargetForFile,
  verifyWith,
  wrongCode,
} from "./factors.support.ts";
import { configured, embeddedOnly } from "./target.ts";

const auth = factorTargetForFile();
const { target, person, elsewhere } = auth;

const ageFactor = ({ factorId }: EnrolledFactor, seconds: number) => target().owner`
  update auth.mfa_factors set created_at = created_at - make_interval(secs => ${seconds}) where id = ${factorId}`;
const ageChallenges = ({ factorId }: EnrolledFactor, seconds: number) => target().owner`
  update auth.mfa_challenges set created_at = created_at - make_interval(secs => ${seconds}) where factor_id = ${factorId}`;

describe("enrolling", () => {
  // `enrollTOTPFactor`: secret, URI and QR code; the issuer is the host of the site by default.
  test("returns the secret once, as text and QR code", async (context) => {
    requiresInbox(context, target);
    const { client, email } = await person();
    const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "totp", friendly_name: "Phone" });
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/u);
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/u);
    const uri = new URL(data?.totp.uri ?? "");
    expect(uri.protocol).toBe("otpauth:");
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    expect(uri.searchParams.get("secret")).toBe(data?.totp.secret);
    const { data: user } = await client.auth.getUser();
    expect(user.user?.factors).toMatchObject([{ id: data?.id, status: "unverified", factor_type: "totp" }]);
    expect(JSON.stringify(user)).not.toContain(data?.totp.secret);
  });

  // `requireNotAnonymous` (auth.go): 403 `no_authorization`.
  test("is not for guests", async () => {
    const { client } = await target().guest();
    const { error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(error).toMatchObject({ status: 403, code: "no_authorization" });
  });

  // `validateFactors`: 422 `mfa_factor_name_conflict`.
  test("rejects names of the person's own factors only", async (context) => {
    requiresInbox(context, target);
    const [{ client }, other] = [await person(), await person()];
    await enroll(client);
    const { error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
    await enroll(other.client);
  });

  // `models.DeleteExpiredFactors` (models/factor.go): those that were never challenged, by the next enrolment.
  test("deletes unverified factors after 300 seconds", async (context) => {
    requiresClockControl(context);
    const { client } = await person();
    const [old, challenged] = [await enroll(client, "Old"), await enroll(client, "Challenged")];
    await client.auth.mfa.challenge({ factorId: challenged.factorId });
    for (const factor of [old, challenged]) await ageFactor(factor, 301);
    await enroll(client, "New");
    const names = (await client.auth.getUser()).data.user?.factors?.map(({ friendly_name }) => friendly_name);
    expect(names).toEqual(["Challenged", "New"]);
  });

  // `validateFactors`: 422 `too_many_enrolled_mfa_factors`; `max_enrolled_factors` is ten by default.
  test("ends at ten factors", async (context) => {
    requiresInbox(context, target);
    const { client } = await person();
    for (let count = 0; count < 10; count++) await enroll(client, `Phone ${count}`);
    const { error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "One more" });
    expect(error).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
  });

  // `validateFactors`: 403 `insufficient_aal`. Otherwise a stolen password would add a factor of the thief's.
  test("needs aal2 for a second factor", async (context) => {
    requiresInbox(context, target);
    const owner = await person();
    await addFactor(owner.client);
    const thief = await elsewhere(owner);
    const { error } = await thief.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Mine" });
    expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
    await enroll(owner.client, "Tablet");
  });

  // Not imitated: a clear 501.
  test.for(["phone", "webauthn"] as const)("returns 501 for the type %s", async (factorType, context) => {
    requiresInbox(context, target);
    embeddedOnly(context, "a hosted project may have it");
    const { client } = await person();
    const { error } =
      factorType === "phone"
        ? await client.auth.mfa.enroll({ factorType, friendlyName: "Mine", phone: "+491701234567" })
        : await client.auth.mfa.enroll({ factorType, friendlyName: "Mine" });
    expect(error).toMatchObject({
      status: 501,
      message: expect.stringContaining("not supported by the embedded Auth"),
    });
  });

  // `EnrollFactor` and `ChallengeFactor`: 422 `mfa_totp_enroll_not_enabled`, as under the CLI's defaults.
  test(
    "is off unless config.toml says so",
    configured("", {}, async (own) => {
      const client = own.client();
      const email = newAddress();
      await client.auth.signInWithOtp({ email });
      const [message] = (await own.emails?.(email)) ?? [];
      await client.auth.verifyOtp({ email, token: message?.code ?? "", type: "email" });
      const { error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
      expect(error).toMatchObject({ status: 422, code: "mfa_totp_enroll_not_enabled" });
    }),
  );
});

describe("verifying", () => {
  // `updateMFASessionAndClaims` (token.go): the same session, `aal2`, `amr` newest first.
  test("raises the session to aal2", async (context) => {
    requiresInbox(context, target);
    const { client } = await person();
    const before = await claimsOf(client);
    const factor = await addFactor(client);
    const claims = await claimsOf(client);
    expect(before).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
    expect(claims).toMatchObject({ aal: "aal2", session_id: before.session_id });
    expect(claims.amr?.map((each) => (typeof each === "string" ? each : each.method))).toEqual(["totp", "otp"]);
    const [row] = await target().owner`select aal, factor_id from auth.sessions where id = ${before.session_id ?? ""}`;
    expect(row).toEqual({ aal: "aal2", factor_id: factor.factorId });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factor.factorId, status: "verified" },
    ]);
  });

  test("emits MFA_CHALLENGE_VERIFIED and stays aal2 after a refresh", async (context) => {
    requiresInbox(context, target);
    const { client } = await person();
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    await addFactor(client);
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
  });

  // `models.InvalidateSessionsWithAALLessThan` (models/sessions.go).
  test("ends all other sessions at aal1, and none at aal2", async (context) => {
    requiresInbox(context, target);
    const owner = await person();
    const older = await elsewhere(owner);
    const stranger = await person();
    const factor = await addFactor(owner.client);
    expect((await auth.refresh(older.refreshToken)).error).toBe("refresh_token_not_found");
    expect((await stranger.client.auth.getUser()).error).toBeNull();
    const later = await elsewhere(owner);
    expect((await verifyWith(later.client, factor)).error).toBeNull();
    expect((await owner.client.auth.getUser()).error).toBeNull();
  });

  // Newer refresh tokens: "the previous refresh token (issued with AAL1) will no longer be able to issue AAL2 sessions" (token.go).
  test("leaves the earlier refresh token useless", async (context) => {
    requiresInbox(context, target);
    const { client, refreshToken } = await person();
    await addFactor(client);
    expect((await auth.refresh(refreshToken)).token).toBe("");
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  // `totp.ValidateCustom`: a skew of one interval.
  test.for([-1, 1])("accepts a clock that differs by %d interval", async (drift, context) => {
    requiresInbox(context, target);
    const { client } = await person();
    const factor = await enroll(client);
    expect((await verifyWith(client, factor, codeOf(factor.secret, drift))).error).toBeNull();
  });

  // `verifyTOTPFactor`: 422 `mfa_verification_failed`; the challenge stays usable.
  test("rejects a wrong code and leaves the session at aal1", async (context) => {
    requiresInbox(context, target);
    const owner = await person();
    const factor = await addFactor(owner.client);
    const { client } = await elsewhere(owner);
    const { factorId } = factor;
    const challenge = await client.auth.mfa.challenge({ factorId });
    const challengeId = challenge.data?.id ?? "";
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: wrongCode(factor.secret) });
    expect(wrong.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1" });
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: "" })).error?.code).toBe("validation_failed");
    const right = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(factor.secret) });
    expect(right.error).toBeNull();
  });

  // `validateChallenge`: a verified challenge answers 422 `mfa_ip_address_mismatch`. GoTrue remembers no codes.
  test("rejects a replay with the same challenge", async (context) => {
    requiresInbox(context, target);
    const { client } = await person();
    const { factorId, secret } = await enroll(client);
    const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? "";
    const proof = { factorId, challengeId, code: codeOf(secret) };
    expect((await client.auth.mfa.verify(proof)).error).toBeNull();
    expect((await client.auth.mfa.verify(proof)).error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
    expect((await verifyWith(client, { factorId, secret }, proof.code)).error).toBeNull();
  });

  // `validateChallenge`: 422 `mfa_challenge_expired` after 300 seconds.
  test("rejects a challenge after 300 seconds", async (context) => {
    requiresClockControl(context);
    const { client } = await person();
    const factor = await enroll(client);
    const { factorId } = factor;
    const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? "";
    await ageChallenges(factor, 301);
    const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(factor.secret) });
    expect(error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
  });

  // `validateChallenge`: the address of the challenge, 422 `mfa_ip_address_mismatch`.
  test("comes from the address of the challenge", async (context) => {
    requiresInbox(context, target);
    const { client, accessToken, refreshToken } = await person();
    const { factorId, secret } = await enroll(client);
    const from = async (address: string) => {
      const own = createClient(target().url, target().secretKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { "Sb-Forwarded-For": address } },
      });
      await own.auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
      return own;
    };
    const [there, here] = [await from("203.0.113.7"), await from("198.51.100.9")];
    const challengeId = (await there.auth.mfa.challenge({ factorId })).data?.id ?? "";
    const proof = { factorId, challengeId, code: codeOf(secret) };
    expect((await here.auth.mfa.verify(proof)).error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
    expect((await there.auth.mfa.verify(proof)).error).toBeNull();
  });

  // `loadFactor` (admin.go): `user.FindOwnedFactorByID`, 404 `mfa_factor_not_found`.
  test("knows only factors and challenges of the person", async (context) => {
    requiresInbox(context, target);
    const [owner, thief] = [await person(), await person()];
    const [{ factorId }, own] = [await addFactor(owner.client), await enroll(thief.client)];
    const notFound = { status: 404, code: "mfa_factor_not_found" };
    expect((await thief.client.auth.mfa.challenge({ factorId })).error).toMatchObject(notFound);
    expect((await thief.client.auth.mfa.unenroll({ factorId })).error).toMatchObject(notFound);
    const challengeId = (await owner.client.auth.mfa.challenge({ factorId })).data?.id ?? "";
    const proof = { factorId: own.factorId, challengeId, code: codeOf(own.secret) };
    expect((await thief.client.auth.mfa.verify(proof)).error).toMatchObject({
      status: 422,
      code: "mfa_factor_not_found",
    });
  });

  // `models.DeleteUnverifiedFactors` (models/factor.go).
  test("deletes factors that were never verified", async (context) => {
    requiresInbox(context, target);
    const { client } = await person();
    await enroll(client, "Forgotten");
    await addFactor(client, "Used");
    expect((await client.auth.getUser()).data.user?.factors).toMatchObject([{ friendly_name: "Used" }]);
  });

  // options.go: `MFAVerify`, 15 a minute with bursts of 30, for each address.
  test(
    "is limited by address",
    configured(FACTORS_TOML, { rateLimits: {} }, async (own) => {
      const { client } = await own.guest();
      const challenge = () => client.auth.mfa.challenge({ factorId: crypto.randomUUID() });
      const codes: (string | undefined)[] = [];
      for (let count = 0; count < 31; count++) codes.push((await challenge()).error?.code);
      expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(1);
    }),
  );
});

describe("removing a factor", () => {
  // `UnenrollFactor`: 422 `insufficient_aal`.
  test("needs aal2", async (context) => {
    requiresInbox(context, target);
    const owner = await person();
    const { factorId } = await addFactor(owner.client);
    const thief = await elsewhere(owner);
    const { error } = await thief.client.auth.mfa.unenroll({ factorId });
    expect(error).toMatchObject({ status: 422, code: "insufficient_aal" });
    expect((await owner.client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });

  test("needs no aal2 while it is unverified", async (context) => {
    requiresInbox(context, target);
    const { client } = await person();
    const { factorId } = await enroll(client);
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined();
  });

  // `DowngradeSessionsToAAL1` (models/factor.go): sessions that this factor had raised.
  test("lowers the sessions that it had raised", async (context) => {
    requiresInbox(context, target);
    const owner = await person();
    const [phone, tablet] = [await addFactor(owner.client), await addFactor(owner.client, "Tablet")];
    const other = await elsewhere(owner);
    await verifyWith(other.client, phone);
    expect((await owner.client.auth.mfa.unenroll({ factorId: tablet.factorId })).error).toBeNull();
    await vi.waitFor(async () => expect((await owner.client.auth.refreshSession()).error).toBeNull());
    expect(await claimsOf(owner.client)).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
    await other.client.auth.refreshSession();
    expect(await claimsOf(other.client)).toMatchObject({ aal: "aal2" });
  });
});

describe("an account with a factor", () => {
  // `UserUpdate` (user.go): 401 `insufficient_aal`.
  test.for(["password", "email"] as const)("changes its %s at aal2 only", async (field, context) => {
    requiresInbox(context, target);
    const owner = await person();
    const factor = await addFactor(owner.client);
    const { client } = await elsewhere(owner);
    const change = field === "password" ? { password: newPassword() } : { email: newAddress() };
    const refused = await client.auth.updateUser(change);
    expect(refused.error).toMatchObject({ status: 401, code: "insufficient_aal" });
    expect((await client.auth.updateUser({ data: { name: "Ada" } })).error).toBeNull();
    await verifyWith(client, factor);
    expect((await client.auth.updateUser(change)).error).toBeNull();
  });

  // `ON DELETE CASCADE` of `auth.mfa_factors` (migrations).
  test("takes its factors along when it is deleted", async (context) => {
    requiresClockControl(context);
    const { client, id } = await person();
    await addFactor(client);
    await target().owner`delete from auth.users where id = ${id}`;
    expect(await target().owner`select from auth.mfa_factors where user_id = ${id}`).toHaveLength(0);
  });
});
