/** The setup of a test: users, meetings, calls with participants. */
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { type Line, line } from "#contracts/lines.ts";
import { createdMeeting, type EnteredCall, enteredCall, type Knocked, knocked } from "#contracts/meetings.ts";
import { knockEvents, meetingEvents, moderatorEvents, topics } from "#contracts/realtime.ts";
import type { DatabaseCaller, TestDatabase } from "./testDatabase.ts";

export type Person = Extract<DatabaseCaller, { role: "authenticated" }>;

/** Creates a user like an anonymous sign-in does. */
export async function person(db: TestDatabase): Promise<Person> {
  const id = randomUUID();
  await db.admin`insert into auth.users (id, aud, role, is_anonymous) values (${id}, 'authenticated', 'authenticated', true)`;
  return { role: "authenticated", id };
}

/** Creates a user with a confirmed email address, as a sign-in by email does. */
export async function account(db: TestDatabase, mail?: string): Promise<Person> {
  const id = randomUUID();
  await db.admin`
    insert into auth.users (id, aud, role, email, email_confirmed_at, is_anonymous)
    values (${id}, 'authenticated', 'authenticated', ${mail ?? `${id}@parley.example`}, now(), false)`;
  return { role: "authenticated", id };
}

/** Converts a guest like an email confirmation does: first the account flag, then the address. */
export async function becomeAccount(db: TestDatabase, { id }: Person, mail = `${id}@parley.example`): Promise<void> {
  await db.admin.begin(async (sql) => {
    await sql`update auth.users set email_change = ${mail} where id = ${id}`;
    await sql`update auth.users set is_anonymous = false where id = ${id}`;
    await sql`update auth.users set email = ${mail}, email_change = '', email_confirmed_at = now() where id = ${id}`;
  });
}

/** Returns the workspace that an account got at sign-up. */
export async function workspaceOf(db: TestDatabase, { id }: Person): Promise<string> {
  const [row] = await db.admin<{ id: string }[]>`
    select workspace_id as id from public.workspace_members where user_id = ${id} and role = 'owner'`;
  if (row === undefined) throw new Error("This person has no workspace.");
  return row.id;
}

export async function addMember(db: TestDatabase, workspace: string, who: Person, role: string): Promise<void> {
  await db.admin`
    insert into public.workspace_members (workspace_id, user_id, role) values (${workspace}, ${who.id}, ${role})`;
}

export interface MeetingFixture {
  readonly id: string;
  readonly code: string;
  readonly host: Person;
}

export async function room(db: TestDatabase, title: string | null = null, by?: Person): Promise<MeetingFixture> {
  const host = by ?? (await person(db));
  const { meeting_id, code } = await db.rpc(
    host,
    "create_meeting",
    { p_meeting_id: randomUUID(), p_title: title },
    createdMeeting,
  );
  return { id: meeting_id, code, host };
}

export interface KnockInput {
  name?: string;
  speaks?: string;
  reads?: string;
}

/** Knocks and returns the result, whatever it is. */
export const tryKnock = (
  db: TestDatabase,
  who: DatabaseCaller,
  code: string,
  { name = "Ana", speaks = "es", reads = speaks }: KnockInput = {},
): Promise<Knocked> =>
  db.rpc(who, "knock", { p_code: code, p_display_name: name, p_speaks: speaks, p_reads: reads }, knocked);

/** Knocks and expects to be admitted. */
export async function knock(db: TestDatabase, who: DatabaseCaller, code: string, manner: KnockInput = {}) {
  const result = await tryKnock(db, who, code, manner);
  if (result.admission !== "admitted") throw new Error(`${result.admission}, not admitted`);
  return result;
}

export const enterCall = (db: TestDatabase, who: DatabaseCaller, meeting: string, peer: string): Promise<EnteredCall> =>
  db.rpc(who, "enter_call", { p_meeting_id: meeting, p_peer_id: peer }, enteredCall);

export interface CallMember extends Person {
  readonly peer: string;
  readonly call: string;
  readonly joined: number;
}

/** Knocks and joins with a new peer. */
export async function join(
  db: TestDatabase,
  { id, code }: MeetingFixture,
  manner: KnockInput = {},
  who?: Person,
): Promise<CallMember> {
  const guest = who ?? (await person(db));
  // Each guest gets a different name, because a meeting's names are unique.
  await knock(db, guest, code, { name: `Guest ${guest.id.slice(0, 8)}`, ...manner });
  const peer = randomUUID();
  const entered = await enterCall(db, guest, id, peer);
  return { ...guest, peer, call: entered.call.id, joined: entered.me.join_number };
}

export interface LineInput {
  id?: string;
  language?: string;
  text?: string;
}

export const post = (
  db: TestDatabase,
  who: DatabaseCaller,
  call: string,
  { id = randomUUID(), language = "es", text = "hola" }: LineInput = {},
): Promise<Line> =>
  db.rpc(who, "post_line", { p_line_id: id, p_call_id: call, p_language: language, p_text: text }, line);

/** Returns the broadcasts of a meeting in the order of `seq`, each parsed by its contract. */
export async function events(db: TestDatabase, meeting: string) {
  const rows = await db.admin<{ topic: string; event: string; payload: unknown; private: boolean }[]>`
    select topic, event, payload, private from realtime.messages
    where topic like ${`meeting:${meeting}:%`} order by (payload ->> 'seq')::bigint`;
  return rows.map((row) => {
    const name = Object.keys(meetingEvents).find((name) => name === row.event) as
      | keyof typeof meetingEvents
      | undefined;
    if (name === undefined) throw new Error(`unknown event ${row.event}`);
    return { topic: row.topic, private: row.private, name, body: meetingEvents[name].parse(row.payload) };
  });
}

/** Returns the broadcasts of the waiting room's topic in order, each parsed by its contract. */
export const moderatorsEvents = (db: TestDatabase, { id }: MeetingFixture) =>
  broadcastsOn(db, topics.moderators(id), moderatorEvents);

/** Returns the broadcasts that one visitor received while waiting, in order. */
export const knockEventsOf = (db: TestDatabase, { id }: MeetingFixture, who: Person) =>
  broadcastsOn(db, topics.knock(id, who.id), knockEvents);

async function broadcastsOn(db: TestDatabase, topic: string, shapes: Record<string, z.ZodMiniType>) {
  const rows = await db.admin<{ event: string; payload: unknown; private: boolean }[]>`
    select event, payload, private from realtime.messages where topic = ${topic} order by inserted_at`;
  return rows.map(({ event, payload, private: secret }) => {
    const shape = shapes[event];
    if (shape === undefined || !secret) throw new Error(`${event} on ${topic}`);
    return { name: event, body: shape.parse(payload) };
  });
}

/** Moves the rate limits of a person back by seconds. */
export async function ageRateLimits(db: TestDatabase, { id }: Person, seconds: number): Promise<void> {
  await db.admin`
    update private.rate_limits
    set times = array(select earlier - ${`${seconds} seconds`}::interval from unnest(times) as earlier)
    where user_id = ${id}`;
}

/** Moves the last heartbeats and the leave times of a call's peers back by seconds. */
export async function agePeers(db: TestDatabase, call: string, seconds: number): Promise<void> {
  const span = `${seconds} seconds`;
  await db.admin`
    update public.call_peers set last_seen = last_seen - ${span}::interval, left_at = left_at - ${span}::interval
    where call_id = ${call}`;
  await db.admin`update public.calls set started_at = started_at - ${span}::interval where id = ${call}`;
}
