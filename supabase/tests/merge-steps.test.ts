/** The steps of a merge: each moves a bounded number of rows, and rewrites no indexed text. */
import { describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { boardActions } from "./support/board.ts";
import { captionActions } from "./support/captions.ts";
import { account, ageRateLimits, join, person, room } from "./support/fixtures.ts";
import { guestMerge } from "./support/guestMerge.ts";
import { lineActions } from "./support/lineActions.ts";
import { addManyFiles, hanText } from "./support/manyFiles.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { namesOf, list, openFile } = boardActions(db);
const { broadcastsAfter, changesOf } = lineActions(db);
const { offer, accept, claim } = guestMerge(db);
const MANY = SERVER_LIMITS.linesPerMergeStep + 1;

/** A guest and another participant, who wrote many lines. */
async function sceneOfMany() {
  const meeting = await room(db);
  const guest = await join(db, meeting);
  const bob = await join(db, meeting);
  await addManyFiles(db, meeting.id, bob.call, bob.id, MANY, "plan");
  return { meeting, guest, bob };
}
type Scene = Awaited<ReturnType<typeof sceneOfMany>>;

const kinds = {
  files: ({ guest, bob }: Scene) => db.admin`update public.files set owner = ${guest.id} where owner = ${bob.id}`,
  line_proposals: ({ guest, bob }: Scene) => db.admin`
    insert into public.line_proposals (line_id, proposer, text, made_at)
    select id, ${guest.id}, 'plan', now() from public.lines where author = ${bob.id}`,
  confirmations: ({ guest, bob }: Scene) => db.admin`
    insert into public.confirmations (line_id, call_id, asked_by)
    select id, call_id, ${guest.id} from public.lines where author = ${bob.id}`,
  confirmation_answers: async ({ guest, bob }: Scene) => {
    await db.admin`
      insert into public.confirmations (line_id, call_id, asked_by)
      select id, call_id, author from public.lines where author = ${bob.id}`;
    await db.admin`
      insert into public.confirmation_answers (line_id, user_id, revision, answer)
      select id, ${guest.id}, 1, 'understood' from public.lines where author = ${bob.id}`;
  },
};
const COLUMNS = {
  files: "owner",
  line_proposals: "proposer",
  confirmations: "asked_by",
  confirmation_answers: "user_id",
} as const;

test.each(Object.keys(kinds) as (keyof typeof kinds)[])("many %s take several steps", async (table) => {
  const scene = await sceneOfMany();
  await kinds[table](scene);
  const ana = await account(db);
  const token = await offer(scene.guest);
  const rowsOf = async ({ id }: { id: string }) =>
    (await db.admin`select from ${db.admin(`public.${table}`)} where ${db.admin(COLUMNS[table])} = ${id}`).count;
  expect([await accept(ana, token), await rowsOf(scene.guest)]).toEqual([{ meetings: 0, more: true }, 1]);
  expect([await accept(ana, token), await rowsOf(scene.guest)]).toEqual([{ meetings: 1, more: false }, 0]);
  expect(await rowsOf(ana)).toBe(MANY);
});

describe("files between two steps", () => {
  const unnamed = ({ id }: { id: string }) => ({ user_id: id, number: 0, colour: 1, display_name: "" });

  async function sceneOfUnfinishedMerge() {
    const scene = await sceneOfMany();
    await kinds.files(scene);
    const ana = await account(db);
    const token = await offer(scene.guest);
    expect(await accept(ana, token)).toEqual({ meetings: 0, more: true });
    return { ...scene, ana, token };
  }

  test("are listed and opened without a name", async () => {
    const { meeting, bob, ana, token } = await sceneOfUnfinishedMerge();
    const { files } = await list(bob, { meeting_id: meeting.id });
    const moved = files.find(({ author }) => author.user_id === ana.id);
    expect(moved?.author).toEqual(unnamed(ana));
    expect((await openFile(bob, moved?.id ?? ""))?.file.author).toEqual(unnamed(ana));
    expect(await accept(ana, token)).toEqual({ meetings: 1, more: false });
    const after = await list(bob, { meeting_id: meeting.id });
    expect(after.files.map(({ author }) => author)).toEqual(
      after.files.map(() => expect.objectContaining({ user_id: ana.id, display_name: expect.stringMatching(/./) })),
    );
  });

  test("stay readable after a removal of the guest", async () => {
    const { meeting, guest, bob, ana, token } = await sceneOfUnfinishedMerge();
    await moderation(db).remove(meeting.host, meeting, guest);
    expect(await accept(ana, token)).toEqual({ meetings: 0, more: false });
    const { files } = await list(bob, { meeting_id: meeting.id });
    expect(files.map(({ author }) => author)).toContainEqual(unnamed(ana));
  });
});

test("eighty text files move without their texts", async () => {
  const meeting = await room(db);
  const guest = await join(db, meeting);
  await addManyFiles(db, meeting.id, null, guest.id, 80, "notas.txt");
  await db.admin`
    insert into public.file_texts (file_id, field, meeting_id, text)
    select file_id, 'contents', meeting_id, ${`agua ${hanText(1_900)}`} from public.file_texts where meeting_id = ${meeting.id}`;
  const versions = () => db.admin`
    select file_id, field, xmin::text, ctid::text from public.file_texts where meeting_id = ${meeting.id} order by 1, 2`;
  const before = await versions();
  const ana = await account(db);
  expect(await claim(guest, ana)).toEqual({ meetings: 1 });
  expect(await versions()).toEqual(before);
  const find = (owner: { id: string }) => list(ana, { meeting_id: meeting.id, query: "agua", owner: owner.id });
  expect((await find(ana)).files.length).toBeGreaterThan(50);
  expect(await namesOf(ana, { meeting_id: meeting.id, query: "agua", owner: guest.id })).toEqual([]);
}, 60_000);

test("the captioner of two thousand people moves", async () => {
  const { place, ana, bob } = await captionActions(db).scene();
  await db.admin`
    with made as (
      insert into auth.users (id, aud, role, is_anonymous)
      select gen_random_uuid(), 'authenticated', 'authenticated', true from generate_series(1, 2000) returning id
    )
    insert into public.participants
      (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq, captioner)
    select ${place.id}, id, 100 + row_number() over (), 1, 'guest', 'Ana', 'es', 'en', 0, ${bob.id} from made`;
  const { seq } = await changesOf(ana, place);
  const tom = await account(db);
  await claim(bob, tom);
  const broadcasts = await broadcastsAfter(place, seq);
  // Those of the first twenty, and of the participant.
  expect(broadcasts.filter(({ name }) => name === "participant_changed")).toHaveLength(21);
  expect((await db.admin`select from public.participants where captioner = ${tom.id}`).count).toBe(2_000);
  expect((await db.admin`select from public.participants where captioner = ${bob.id}`).count).toBe(0);
});

test("an account redeems a bounded number of steps a minute", async () => {
  const ana = await account(db);
  await db.admin`
    insert into private.rate_limits (user_id, action, times)
    values (${ana.id}, 'mergeStepsPerMinute', array_fill(now(), array[${SERVER_LIMITS.mergeStepsPerMinute}::int]))`;
  const guest = await person(db);
  await join(db, await room(db), {}, guest);
  const token = await offer(guest);
  expect(await rejectionCode(accept(ana, token))).toBe("request/rate-limited");
  await ageRateLimits(db, ana, 60);
  expect(await accept(ana, token)).toEqual({ meetings: 1, more: false });
});
