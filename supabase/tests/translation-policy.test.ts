/** A workspace's policy of translation: which engines may receive its lines. */
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { translateResponse } from "#contracts/translate.ts";
import { account, join, post, room, workspaceOf } from "./support/fixtures.ts";
import { summaries } from "./support/summaries.ts";
import { service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { claim: claimSummary, store } = summaries(db);

const claims = z.object({ claimed: z.array(z.unknown()), others: translateResponse.shape.results });
const claim = (lines: readonly string[], user: string, language: string | null = null) =>
  db.rpc(service, "claim_translations", { p_line_ids: lines, p_user_id: user, p_language: language }, claims);

/** A call of a workspace with this policy, between Spanish and English. */
async function scene(policy: "server" | "device" | "off") {
  const host = await account(db);
  await db.admin`update public.workspaces set translation_policy = ${policy} where id = ${await workspaceOf(db, host)}`;
  const place = await room(db, "Trip", host);
  const ana = await join(db, place, { speaks: "es", reads: "es" }, host);
  const bob = await join(db, place, { speaks: "en", reads: "en" });
  const lines = [];
  for (const text of ["uno", "dos", "tres", "cuatro", "cinco"])
    lines.push(await post(db, ana, ana.call, { text, language: "es" }));
  return { ana, bob, lines: lines.map(({ id }) => id) };
}

beforeEach(() => db.admin`delete from public.usage`);

const usage = () => db.admin`select from public.usage where kind <> 'line'`;

describe.each([
  ["off", "translate/off"],
  ["device", "translate/device-only"],
] as const)("the policy %s", (policy, reason) => {
  test("lets no engine receive a line", async () => {
    const { ana, bob, lines } = await scene(policy);
    for (const given of [await claim(lines, ana.id), await claim(lines, bob.id, "en")]) {
      expect(given.claimed).toEqual([]);
      expect(given.others).toHaveLength(lines.length);
      for (const other of given.others) expect(other).toMatchObject({ status: "unavailable", reason });
    }
    expect(await usage()).toHaveLength(0);
  });

  test("lets no model receive a call", async () => {
    const { ana } = await scene(policy);
    expect(await claimSummary(ana)).toEqual({ work: null, taken: false, reason: "summary/off" });
    expect(await usage()).toHaveLength(0);
  });

  test("stops translations of an earlier summary", async () => {
    const { ana, lines } = await scene("server");
    const { work } = await claimSummary(ana);
    if (work?.kind !== "summarise") throw new Error("no work");
    await store({
      ...{ call_id: ana.call, state: work.state, language: "es", lines_read: 5, lines_all: 5, model: "m" },
      sentences: [{ text: "Cuentan.", line_ids: [lines[0]] }],
    });
    await db.admin`update public.workspaces set translation_policy = ${policy}`;
    expect(await claimSummary(ana, { language: "en" })).toEqual({ work: null, taken: false, reason });
  });
});

test("the policy server lets engines receive lines", async () => {
  const { ana, lines } = await scene("server");
  expect((await claim(lines, ana.id)).claimed).toHaveLength(lines.length);
});
