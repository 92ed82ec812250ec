/**
 * Copied access tokens of a session whose owner takes the second step later. Auth looks at the level of the session, so these
 * attacks go to Auth itself.
 */
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { authTargetForFile } from "./auth.support.ts";
import { addFactor, codeOf, FACTORS_TOML, verifyWith } from "./factors.support.ts";

const auth = authTargetForFile({ files: { "config.toml": FACTORS_TOML }, parley: true, recoveryCodes: true });
const { target, person } = auth;
const CODES = "/auth/v1/factors/recovery-codes";

const answer = z.looseObject({
  id: z.optional(z.string()),
  codes: z.optional(z.array(z.string())),
  totp: z.optional(z.object({ secret: z.string() })),
});

/** Sends requests as somebody does who holds this access token only. */
const thiefWith =
  (token: string) =>
  async (path: string, method: string, body: object | null = {}) => {
    const response = await fetch(`${target().url}${path}`, {
      method,
      headers: {
        apikey: target().publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    const json: unknown = JSON.parse((await response.text()) || "null");
    return { status: response.status, json, ...(typeof json === "object" && json !== null && answer.parse(json)) };
  };

/** Makes a person's sessions, proofs and factors older. */
async function wait(id: string, minutes: number): Promise<void> {
  const { admin } = target().embedded;
  const ago = admin`make_interval(mins => ${minutes})`;
  await admin`update auth.sessions set created_at = created_at - ${ago} where user_id = ${id}`;
  await admin`update auth.mfa_factors set created_at = created_at - ${ago} where user_id = ${id}`;
  await admin`
    update auth.mfa_amr_claims set created_at = created_at - ${ago}, updated_at = updated_at - ${ago}
    where session_id in (select id from auth.sessions where user_id = ${id})`;
}

/** Returns the token as Auth signed it that long ago. */
async function olderToken(token: string, minutes: number): Promise<string> {
  const claims = z.looseObject({ amr: z.array(z.object({ method: z.string(), timestamp: z.number() })) });
  const { amr, ...rest } = claims.parse(decodeJwt(token));
  const older = amr.map(({ method, timestamp }) => ({ method, timestamp: timestamp - minutes * 60 }));
  return await target().embedded.sign({ ...rest, amr: older });
}

const tokenOf = async ({ auth: own }: ReturnType<typeof auth.client>) =>
  (await own.getSession()).data.session?.access_token ?? "";

/** Signs in by a code. A thief copies the token of this first step. */
async function firstStep(email: string) {
  await auth.advanceClock(61);
  const client = auth.client();
  await auth.verify(email, (await auth.requestCode(email)).code, client);
  return { client, stolen: thiefWith(await tokenOf(client)) };
}

test("an old token is no proof after its owner's", async () => {
  const ana = await person();
  const app = await addFactor(ana.client);
  await wait(ana.id, 30);
  const stolen = thiefWith(await olderToken(await tokenOf(ana.client), 30));
  expect((await stolen("/rest/v1/rpc/has_recent_proof", "POST")).json).toBe(false);
  expect((await verifyWith(ana.client, app)).error).toBeNull();
  expect((await ana.client.rpc("has_recent_proof")).data).toBe(true);

  expect((await stolen("/rest/v1/rpc/has_recent_proof", "POST")).json).toBe(false);
  expect((await stolen("/rest/v1/rpc/allow_password_change", "POST")).status).toBe(403);
  const { id = "", totp } = await stolen("/auth/v1/factors", "POST", { factor_type: "totp", friendly_name: "Thief" });
  expect((await stolen("/rest/v1/rpc/allow_new_factor", "POST", { p_factor_id: id })).status).toBe(403);
  const challenge = await stolen(`/auth/v1/factors/${id}/challenge`, "POST");
  const proof = { challenge_id: challenge.id, code: codeOf(totp?.secret ?? "") };
  expect((await stolen(`/auth/v1/factors/${id}/verify`, "POST", proof)).status).toBe(500);
  const factors = await target()
    .owner`select id from auth.mfa_factors where user_id = ${ana.id} and status = 'verified'`;
  expect(factors).toEqual([{ id: app.factorId }]);
}, 60_000);

test("a token of the first step makes no recovery codes", async () => {
  const ana = await person();
  const app = await addFactor(ana.client);
  const { client, stolen } = await firstStep(ana.email);
  expect((await verifyWith(client, app)).error).toBeNull();
  expect((await stolen(CODES, "POST")).codes).toBeUndefined();

  expect((await client.rpc("allow_recovery_codes")).error).toBeNull();
  const own = thiefWith(await tokenOf(client));
  const { codes = [] } = await own(CODES, "POST");
  expect(codes).toHaveLength(10);
  expect((await stolen(`${CODES}/regenerate`, "POST")).codes).toBeUndefined();
  expect((await client.rpc("allow_recovery_codes")).error).toBeNull();
  expect((await own(`${CODES}/regenerate`, "POST")).codes).toHaveLength(10);
  expect((await stolen(CODES, "DELETE", null)).status).toBe(500);
  expect((await stolen(CODES, "GET", null)).json).toMatchObject({ remaining: 10 });
  expect((await stolen("/rest/v1/rpc/home", "POST")).status).toBe(401);
}, 60_000);

test("a token of the first step removes no factor", async () => {
  const ana = await person();
  const app = await addFactor(ana.client);
  const { client, stolen } = await firstStep(ana.email);
  const remove = () => stolen(`/auth/v1/factors/${app.factorId}`, "DELETE", null);
  expect((await remove()).status).toBe(422);
  expect((await verifyWith(client, app)).error).toBeNull();
  expect((await remove()).status).toBe(500);
  const id = { p_factor_id: app.factorId };
  expect((await stolen("/rest/v1/rpc/allow_factor_removal", "POST", id)).status).toBe(401);
  expect((await stolen("/rest/v1/rpc/home", "POST")).status).toBe(401);

  expect((await client.rpc("allow_factor_removal", id)).error).toBeNull();
  expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
}, 60_000);
