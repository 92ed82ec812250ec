/** A thief of an open session at Auth itself, with Parley's triggers. */
import { expect, test } from "vitest";
import { authTargetForFile, newAddress } from "./contract/auth.support.ts";
import { isExternal } from "./contract/target.ts";

const auth = authTargetForFile({ parley: true });

/** Returns an account with a stolen session of an hour ago, and the session of its owner. */
async function stolen() {
  const email = newAddress();
  const thief = await auth.person(email);
  const { admin } = auth.target().embedded;
  await admin`update auth.sessions set created_at = created_at - interval '1 hour' where user_id = ${thief.id}`;
  await admin`
    update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'
    where session_id in (select id from auth.sessions where user_id = ${thief.id})`;
  return { thief, owner: await auth.person(email) };
}

const isOpen = async ({ accessToken }: { accessToken: string }) =>
  (await auth.client().auth.getUser(accessToken)).error === null;

test.skipIf(isExternal)("an older session cannot end the owner's newer one", async () => {
  const { thief, owner } = await stolen();
  expect((await thief.client.auth.signOut({ scope: "others" })).error?.status).toBe(500);
  expect(await isOpen(owner)).toBe(true);
  expect((await owner.client.auth.signOut({ scope: "others" })).error).toBeNull();
  expect([await isOpen(thief), await isOpen(owner)]).toEqual([false, true]);
});

test.skipIf(isExternal)("every session ends itself, or all of them", async () => {
  const here = await stolen();
  await here.owner.client.auth.signOut({ scope: "local" });
  expect([await isOpen(here.thief), await isOpen(here.owner)]).toEqual([true, false]);
  const everywhere = await stolen();
  await everywhere.thief.client.auth.signOut({ scope: "global" });
  expect([await isOpen(everywhere.thief), await isOpen(everywhere.owner)]).toEqual([false, false]);
});
