/** Glossary changes during a call: the notified meetings and the number of broadcasts. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { meetingEvents } from "#contracts/realtime.ts";
import { account, join, type MeetingFixture, room } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { guestMerge } from "./support/guestMerge.ts";
import { lineActions } from "./support/lineActions.ts";
import { testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { save, propose, decide, drop, takeIn, scene } = glossaryActions(db);
const { changesOf, broadcastsAfter } = lineActions(db);
const { offer, accept } = guestMerge(db);

const seqOf = async ({ id }: MeetingFixture) => {
  const [row] = await db.admin<{ seq: number }[]>`select seq::int from public.meetings where id = ${id}`;
  return row?.seq ?? 0;
};

/** Returns the broadcasts of the meeting during the work. */
async function broadcastsDuring(place: MeetingFixture, work: () => Promise<unknown>) {
  const before = await seqOf(place);
  await work();
  return (await broadcastsAfter(place, before)).map(({ name, body }) => {
    const terms = meetingEvents.meeting_changed.safeParse(body).data?.meeting.terms;
    return { name, later: body.seq - before, terms: terms === undefined ? null : terms - before };
  });
}
const once = [{ name: "meeting_changed", later: 1, terms: 1 }];

describe("participants of a call", () => {
  test("receive each glossary change once, or catch up", async () => {
    const { place, host, workspace, ana } = await scene();
    const id = randomUUID();
    expect(await broadcastsDuring(place, () => save(host, workspace, { id }))).toEqual(once);
    expect(await broadcastsDuring(place, () => save(host, workspace, { id, never: true }))).toEqual(once);
    const proposed = await propose(ana, place, { term: "propuesta" });
    expect(await broadcastsDuring(place, () => decide(host, proposed.id))).toEqual(once);
    expect(await broadcastsDuring(place, () => drop(host, id))).toEqual(once);
    const rows = ["uno", "dos", "tres"].map((term) => ({ term, language: "es" }));
    const before = await seqOf(place);
    expect(await broadcastsDuring(place, () => takeIn(host, workspace, rows))).toEqual(once);
    const missed = await changesOf(ana, place, before);
    expect([missed.seq, missed.meeting.terms]).toEqual([before + 1, before + 1]);
  });

  test("receive nothing without a change", async () => {
    const { place, host, workspace, ana } = await scene();
    const other = await scene();
    const term = { id: randomUUID(), term: "puerta" };
    const row = { term: "puerta", language: "es" };
    await save(host, workspace, term);
    const proposed = await propose(ana, place, { term: "propuesta" });
    for (const work of [
      () => save(host, workspace, term),
      () => takeIn(host, workspace, [row]),
      () => takeIn(host, workspace, [row, { term: "", language: "es" }]),
      () => propose(ana, place, { term: "otra" }),
      () => decide(host, proposed.id, false),
      () => save(other.host, other.workspace),
    ])
      expect(await broadcastsDuring(place, work)).toEqual([]);
    const again = await propose(ana, place, { term: "propuesta" });
    expect(await broadcastsDuring(place, () => drop(host, again.id))).toEqual([]);
  });

  test("receive it in every running meeting", async () => {
    const { place, host, workspace, ana } = await scene();
    const [second, empty] = [await room(db, "Second", host), await room(db, "Empty", host)];
    await join(db, second, {}, { role: "authenticated", id: ana.id });
    const still = await seqOf(empty);
    const broadcasts = await broadcastsDuring(second, async () => {
      expect(await broadcastsDuring(place, () => save(host, workspace))).toEqual(once);
    });
    expect(broadcasts).toEqual(once);
    expect(await seqOf(empty)).toBe(still);
  });
});

test("approval and guest merge do not deadlock", async () => {
  const { place, workspace, ana } = await scene();
  const guest = { role: "authenticated", id: ana.id } as const;
  const { id } = await propose(ana, place, { term: "propuesta" });
  const [token, owner] = [await offer(guest), await account(db)];
  let accepting: ReturnType<typeof accept> | undefined;
  await db.admin.begin(async (sql) => {
    await sql`update public.glossary_terms set state = 'approved' where id = ${id}`;
    accepting = accept(owner, token);
    await waitForBlockedQuery(db, "redeem_merge_token");
    await sql`select private.broadcast_terms_changed(${workspace})`;
  });
  await accepting;
  const [term] = await db.admin`select state, proposed_by from public.glossary_terms where id = ${id}`;
  expect(term).toEqual({ state: "approved", proposed_by: owner.id });
});
