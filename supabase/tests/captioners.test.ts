/** Speakers who let another participant type their captions. */
import { describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { account, ageRateLimits, join, person } from "./support/fixtures.ts";
import { guestMerge as claiming } from "./support/guestMerge.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, letCaption, correct, scene } = captionActions(db);
const { claim: claimGuest } = claiming(db);
const { remove, end } = moderation(db);
const { changesOf, historyOf, broadcastsAfter } = lineActions(db);

describe("set_captioner", () => {
  test("broadcasts once and shows the typist", async () => {
    const { place, ana, bob } = await scene();
    const { seq } = await changesOf(ana, place);
    const participant = await letCaption(ana, place, bob);
    expect(participant).toMatchObject({ user_id: ana.id, captioner: bob.id });
    expect(await letCaption(ana, place, bob)).toEqual(participant);
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "participant_changed", body: { participant } }]);
    expect((await changesOf(bob, place, seq)).participants).toEqual([participant]);
    expect((await letCaption(ana, place, null)).captioner).toBeNull();
  });

  test("accepts admitted others only", async () => {
    const { place, host, ana, bob } = await scene();
    expect(await rejectionCode(letCaption(ana, place, ana))).toBe("request/invalid");
    expect(await rejectionCode(letCaption(ana, place, await person(db)))).toBe("request/not-found");
    await remove(host, place, bob);
    expect(await rejectionCode(letCaption(ana, place, bob))).toBe("request/not-found");
    expect(await rejectionCode(letCaption(bob, place, ana))).toBe("meeting/removed");
    for (let count = 0; count < SERVER_LIMITS.captionerChangesPerMinute; count++) await letCaption(ana, place, null);
    expect(await rejectionCode(letCaption(ana, place, null))).toBe("request/rate-limited");
    await end(host, place);
    await ageRateLimits(db, ana, 60);
    expect(await rejectionCode(letCaption(ana, place, null))).toBe("meeting/ended");
  });

  test("removal of a captioner of two thousand people succeeds", async () => {
    const { place, host, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    await db.admin`
      with made as (
        insert into auth.users (id, aud, role, is_anonymous)
        select gen_random_uuid(), 'authenticated', 'authenticated', true from generate_series(1, 2000) returning id
      )
      insert into public.participants
        (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq, captioner)
      select ${place.id}, id, 100 + row_number() over (), 1, 'guest', 'Ana', 'es', 'en', 0, ${bob.id} from made`;
    const { seq } = await changesOf(ana, place);
    await remove(host, place, bob);
    const broadcasts = await broadcastsAfter(place, seq);
    expect(broadcasts.filter(({ name }) => name === "participant_changed")).toHaveLength(20);
    const captioned = await db.admin`select from public.participants where captioner = ${bob.id}`;
    expect(captioned.count).toBe(0);
    expect((await changesOf(ana, place, seq)).participants.length).toBeGreaterThan(20);
  });

  test("removal ends typing before the topic changes", async () => {
    const { place, host, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    await letCaption(bob, place, ana);
    const { seq } = await changesOf(ana, place);
    await remove(host, place, bob);
    const broadcasts = await broadcastsAfter(place, seq);
    const at = broadcasts.findIndex(({ name }) => name === "participant_changed");
    expect(broadcasts[at]).toMatchObject({ body: { participant: { user_id: ana.id, captioner: null } } });
    expect(at).toBeLessThan(broadcasts.findIndex(({ name }) => name === "participant_removed"));
    // After a readmission they have to be asked again.
    await db.admin`
      update public.participants set admission = 'admitted', admitted_at = now()
      where meeting_id = ${place.id} and user_id = ${bob.id}`;
    expect(await rejectionCode(say(bob, { speaker: ana.id }))).toBe("request/not-allowed");
    const [row] = await db.admin`
      select captioner from public.participants where meeting_id = ${place.id} and user_id = ${bob.id}`;
    expect(row).toEqual({ captioner: null });
  });

  test("ends with the departure of the speaker", async () => {
    const { place, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    await db.rpc(ana, "leave_call", { p_call_id: ana.call, p_peer_id: ana.peer }, emptyResult);
    expect(await rejectionCode(say(bob, { speaker: ana.id, ago: 0 }))).toBe("request/not-allowed");
    expect(await say(bob, { speaker: ana.id, ago: 5_000 })).toMatchObject({ author: ana.id, typed_by: bob.id });
  });

  test("moves with a merged guest, never to the speaker", async () => {
    const { place, ana, bob } = await scene();
    const carl = await join(db, place, { name: "Carl" });
    const tom = await account(db);
    await join(db, place, { name: "Tom" }, tom);
    for (const who of [ana, tom]) await letCaption(who, place, bob);
    await letCaption(bob, place, carl);
    const line = await say(bob, { speaker: ana.id });
    const corrected = await correct(bob, line.id, "sale a las ocho");
    const { seq } = await changesOf(ana, place);
    await claimGuest(bob, tom);
    const now = await changesOf(ana, place, seq);
    const captioners = Object.fromEntries(now.participants.map(({ user_id, captioner }) => [user_id, captioner]));
    expect(captioners).toEqual({ [ana.id]: tom.id, [tom.id]: null });
    expect(now.lines).toMatchObject([{ id: corrected.id, typed_by: tom.id, corrected_by: tom.id }]);
    const [left] = await db.admin`
      select count(*)::int as rows from public.line_corrections where author = ${bob.id}`;
    expect(left?.rows).toBe(0);
  });
});

test("account deletion ends typing and keeps typed captions", async () => {
  const { place, ana, bob } = await scene();
  await letCaption(ana, place, bob);
  const line = await say(bob, { speaker: ana.id });
  await db.admin`delete from auth.users where id = ${bob.id}`;
  expect((await historyOf(ana)).lines).toMatchObject([{ id: line.id, author: ana.id, typed_by: null }]);
  expect(await letCaption(ana, place, null)).toMatchObject({ captioner: null });
});
