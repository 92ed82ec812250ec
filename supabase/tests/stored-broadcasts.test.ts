/**
 * Broadcasts that Realtime stores. Hosted Realtime replays up to 25 of them to everyone who may join the topic, as its own
 * admin role and by topic alone: supabase/realtime, `lib/realtime/messages.ex`, `replay/4`.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { line as lineShape } from "#contracts/lines.ts";
import { enteredCall } from "#contracts/meetings.ts";
import { topics } from "#contracts/realtime.ts";
import { agePeers, type CallMember, enterCall, join, type MeetingFixture, post, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { emptyResult, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { changesOf, edit, wipe, update, postLineWith, react, claim, store } = lineActions(db);
const ZONES = ["Etc/GMT+12", "UTC", "Pacific/Kiritimati"] as const;

/** The query of upstream. */
async function replayOf(topic: string): Promise<string> {
  const rows = await db.admin<{ payload: unknown }[]>`
    select payload from realtime.messages
    where topic = ${topic} and private and extension = 'broadcast'
      and inserted_at >= (now() at time zone 'UTC') - interval '71 hours'
    order by inserted_at desc limit 25`;
  return JSON.stringify(rows.map(({ payload }) => payload));
}

/** Everything that this person can have replayed: the broadcasts of each topic that they may join. */
async function replayTo(who: CallMember): Promise<string> {
  const stored = await db.admin<{ topic: string }[]>`select distinct topic from realtime.messages`;
  const replays = await Promise.all(
    stored.map(async ({ topic }) => ((await mayJoin(who, topic)) ? await replayOf(topic) : "")),
  );
  return replays.join("");
}

const mayJoin = (who: CallMember, topic: string) =>
  db.as(who, async (sql) => {
    await sql`select set_config('realtime.topic', ${topic}, true)`;
    return (await sql`select from realtime.messages where topic = ${topic} limit 1`).count > 0;
  });

const leave = (who: CallMember) => db.rpc(who, "leave_call", { p_call_id: who.call, p_peer_id: who.peer }, emptyResult);
const epochOf = async ({ id }: MeetingFixture) => {
  const [row] = await db.admin<{ epoch: number }[]>`select epoch from public.meetings where id = ${id}`;
  return row?.epoch ?? 0;
};
const sweep = async (limit = 10_000) => {
  const [row] = await db.admin<{ count: number }[]>`select private.delete_old_broadcasts(${limit}) as count`;
  return row?.count;
};
/** Moves all stored broadcasts back. */
const age = (seconds: number) =>
  db.admin`update realtime.messages set inserted_at = inserted_at - make_interval(secs => ${seconds})`;
const stored = async (text: string) => {
  const rows = await db.admin`select from realtime.messages where payload::text like ${`%${text}%`}`;
  return rows.count;
};

async function pair() {
  const meeting = await room(db);
  const [ana, bob] = [await join(db, meeting), await join(db, meeting, { speaks: "en" })];
  return { meeting, ana, bob };
}

describe("a replay", () => {
  test("has the lines of this call", async () => {
    const { ana, bob } = await pair();
    await post(db, ana, ana.call, { text: "today" });
    expect(await replayTo(bob)).toContain("today");
  });

  test("has nothing of another call", async () => {
    const { meeting, ana } = await pair();
    const { id } = await post(db, ana, ana.call, { text: "yesterday-secret" });
    await agePeers(db, ana.call, 86_400);
    const bob = await join(db, meeting);
    expect(bob.call).not.toBe(ana.call);
    await edit(ana, id, "edited-yesterday-secret");
    await react(ana, id, "👍");
    await post(db, bob, bob.call, { text: "today" });
    expect(await replayTo(bob)).toContain("today");
    expect(await replayTo(bob)).not.toMatch(/secret|👍/u);
  });

  test("has no edited or deleted words", async () => {
    const { ana, bob } = await pair();
    const [edited, deleted] = [
      await post(db, ana, ana.call, { text: "edited-secret" }),
      await post(db, ana, ana.call, { text: "deleted-secret" }),
    ];
    await claim(deleted.id, bob);
    await store(deleted.id, "ready", "translated-secret");
    await edit(ana, edited.id, "edited-now");
    await wipe(ana, deleted.id);
    const replay = await replayTo(bob);
    expect(replay).toContain("edited-now");
    expect(replay).not.toContain("secret");
    expect(await stored("secret")).toBe(0);
  });

  test("has no line of an ephemeral meeting before joining", async () => {
    const { meeting, ana } = await pair();
    await update(meeting.host, meeting, { keep: "nothing" });
    await postLineWith(ana, { text: "earlier-secret" });
    const eve = await join(db, meeting);
    await postLineWith(ana, { text: "later" });
    expect(await replayTo(eve)).toContain("later");
    expect(await replayTo(eve)).not.toContain("earlier-secret");
  });
});

describe("if participants read only while present", () => {
  async function scene() {
    const { meeting, ana, bob } = await pair();
    await update(meeting.host, meeting, { reading: "present" });
    const line = await postLineWith(ana, { text: "about Eve", language: "es" });
    return { meeting, ana, bob, line };
  }

  test("a replay has no line before joining", async () => {
    const { meeting, ana, bob } = await scene();
    const eve = await join(db, meeting, { speaks: "en" });
    await post(db, ana, ana.call, { text: "to Eve" });
    expect(await replayTo(eve)).toContain("to Eve");
    for (const who of [eve, bob]) expect(await replayTo(who)).not.toContain("about Eve");
  });

  test("a change of an earlier line goes to its readers", async () => {
    const { meeting, ana, bob, line } = await scene();
    const eve = await join(db, meeting, { speaks: "en" });
    const { seq } = await changesOf(bob, meeting);
    await react(bob, line.id);
    await edit(ana, line.id, "on Eve");
    await claim(line.id, bob);
    await store(line.id, "ready", "of Eve", 2);
    for (const who of [eve, bob]) expect(await replayTo(who)).not.toMatch(/(?:about|on|of) Eve/u);
    expect(await changesOf(eve, meeting, seq)).toMatchObject({ lines: [] });
    expect((await changesOf(bob, meeting, seq)).lines).toMatchObject([{ text: "on Eve" }]);
    await leave(eve);
    await edit(ana, line.id, "everybody");
    expect(await replayTo(bob)).toContain("everybody");
  });
});

describe("a topic", () => {
  test("is left behind by everyone who leaves", async () => {
    const { meeting, ana, bob } = await pair();
    const topic = topics.meeting(meeting.id, 1, ana.call);
    await leave(bob);
    await post(db, ana, ana.call, { text: "after-bob" });
    expect(await replayOf(topic)).toContain('"epoch": 2'.replace(" ", ""));
    expect(await replayOf(topic)).not.toContain("after-bob");
    expect(await replayOf(topics.meeting(meeting.id, 2, ana.call))).toContain("after-bob");
  });

  test("is left behind by those without a heartbeat", async () => {
    const { meeting, ana, bob } = await pair();
    await agePeers(db, ana.call, 70);
    const { standing } = await db.rpc(
      ana,
      "heartbeat",
      { p_call_id: ana.call, p_peer_id: ana.peer },
      z.object({ standing: z.string() }),
    );
    expect([standing, await epochOf(meeting)]).toEqual(["in", 2]);
    await post(db, ana, ana.call, { text: "after-bob" });
    expect(await replayOf(topics.meeting(meeting.id, 1, bob.call))).not.toContain("after-bob");
  });

  test("stays with a takeover and with joining", async () => {
    const { meeting, ana } = await pair();
    await enterCall(db, ana, meeting.id, randomUUID());
    await join(db, meeting);
    expect(await epochOf(meeting)).toBe(1);
  });
});

describe("delete_old_broadcasts", () => {
  test("deletes what is older than a minute", async () => {
    const { ana } = await pair();
    await post(db, ana, ana.call, { text: "old-words" });
    await age(59);
    await sweep();
    expect(await stored("old-words")).toBe(1);
    await age(2);
    expect(await sweep()).toBeGreaterThan(0);
    expect(await stored("old-words")).toBe(0);
    expect(await sweep()).toBe(0);
  });

  test("deletes the oldest first, up to its limit", async () => {
    const { ana } = await pair();
    await post(db, ana, ana.call, { text: "older" });
    await age(60);
    await post(db, ana, ana.call, { text: "newer" });
    await age(61);
    await sweep((await db.admin`select from realtime.messages`).count - 1);
    expect([await stored("older"), await stored("newer")]).toEqual([0, 1]);
  });

  test("runs beside another without waiting", async () => {
    const { ana } = await pair();
    await post(db, ana, ana.call, { text: "once" });
    await age(61);
    const second = await db.admin.begin(async (sql) => {
      await sql`select private.delete_old_broadcasts(10000)`;
      return sweep();
    });
    expect(second).toBe(0);
    expect(await stored("once")).toBe(0);
  });

  test("is done a little by each broadcast and heartbeat", async () => {
    await sweep();
    const { ana } = await pair();
    await post(db, ana, ana.call, { text: "old-words" });
    await age(61);
    for (let count = 0; count < 5; count++) await post(db, ana, ana.call);
    expect(await stored("old-words")).toBe(0);
    await age(61);
    await db.rpc(ana, "heartbeat", { p_call_id: ana.call, p_peer_id: ana.peer }, z.unknown());
    expect((await db.admin`select from realtime.messages`).count).toBe(0);
  });

  test("reads the partial index of hosted Realtime", async () => {
    let plan = "";
    class Undo extends Error {}
    const explain = db.admin.begin(async (sql) => {
      // The embedded stack has one more.
      await sql`drop index realtime.messages_inserted_at_idx`;
      await sql`
        insert into realtime.messages (topic, extension, payload, event, private, inserted_at)
        select 'meeting:' || n, 'broadcast', '{}', 'line_posted', true, now() - interval '10 seconds'
        from generate_series(1, 20000) as n`;
      await sql`analyze realtime.messages`;
      const rows = await sql<{ "QUERY PLAN": string }[]>`
        explain select id from realtime.messages
        where private is true and extension = 'broadcast' and inserted_at <= localtimestamp - interval '1 minute'
        order by inserted_at limit 5`;
      plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      throw new Undo();
    });
    await expect(explain).rejects.toThrow(Undo);
    expect(plan).toContain("Index Scan Backward using messages_default_inserted_at_topic_idx");
  });
});

describe.each(ZONES)("with the caller's time zone %s", (zone) => {
  /** Calls a function as PostgREST does with `Prefer: timezone=…`. */
  const call = (who: CallMember, name: string, args: Record<string, string | number>) =>
    db.as(who, async (sql) => {
      await sql`select set_config('timezone', ${zone}, true)`;
      const [row] = await sql.unsafe(
        `select public.${name}(${Object.keys(args)
          .map((key, index) => `${key} => $${index + 1}`)
          .join(", ")}) as value`,
        Object.values(args),
      );
      return row?.value as unknown;
    });

  test("an ephemeral line is stored, returned and deleted in time", async () => {
    const { meeting, ana, bob } = await pair();
    await update(meeting.host, meeting, { keep: "nothing" });
    const { seq } = await changesOf(bob, meeting);
    const lineOf = { p_line_id: randomUUID(), p_call_id: ana.call, p_language: "es", p_text: "secreto" };
    lineShape.parse(await call(ana, "post_line", lineOf));
    const [row] = await db.admin<{ age: number }[]>`
      select extract(epoch from (now() at time zone 'UTC') - max(inserted_at))::float as age
      from realtime.messages where event = 'line_posted'`;
    expect(Math.abs(row?.age ?? Number.NaN)).toBeLessThan(30);
    const changesArgs = { p_meeting_id: meeting.id, p_after_seq: seq };
    expect(JSON.stringify(await call(bob, "changes_since", changesArgs))).toContain("secreto");
    const eve = await join(db, meeting);
    expect(JSON.stringify(await call(eve, "changes_since", changesArgs))).not.toContain("secreto");
    enteredCall.parse(await call(eve, "enter_call", { p_meeting_id: meeting.id, p_peer_id: eve.peer }));
    for (const who of [eve, bob, ana]) await call(who, "leave_call", { p_call_id: who.call, p_peer_id: who.peer });
    expect(await stored("secreto")).toBe(0);
  });

  test("deleted words go at once, old ones after a minute", async () => {
    const { ana } = await pair();
    const { id } = await post(db, ana, ana.call, { text: "deleted-secret" });
    await call(ana, "delete_line", { p_line_id: id });
    expect(await stored("deleted-secret")).toBe(0);
    await sweep();
    const fresh = await post(db, ana, ana.call, { text: "fresh" });
    await call(ana, "heartbeat", { p_call_id: ana.call, p_peer_id: ana.peer });
    expect(await stored(fresh.id)).toBe(1);
  });
});

test("functions that use Realtime's times set UTC", async () => {
  const rows = await db.admin<{ name: string; source: string; config: string[] | null }[]>`
    select nspname || '.' || proname as name, prosrc as source, proconfig as config
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname in ('public', 'private')`;
  const zoned = rows.filter(({ source }) =>
    /realtime\.(?:messages|send|broadcast_changes)|localtime|current_date|now\(\)::(?:date|time|timestamp)\b/iu.test(
      source,
    ),
  );
  expect(zoned.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["private.broadcast", "private.ephemeral_lines", "private.delete_old_broadcasts"]),
  );
  expect(zoned.filter(({ config }) => !config?.includes("TimeZone=UTC")).map(({ name }) => name)).toEqual([]);
});
