/** The personas of architecture.md around one meeting of a workspace: the scene of the access matrix. */
import { randomUUID } from "node:crypto";
import { fileUploadOffer } from "#contracts/files.ts";
import { term as termShape } from "#contracts/glossary.ts";
import { type Line, line as lineShape, reacted } from "#contracts/lines.ts";
import { meeting as meetingShape } from "#contracts/meetings.ts";
import { postedCaptions } from "#contracts/speech.ts";
import { sentInvitation } from "#contracts/workspaces.ts";
import {
  account,
  addMember,
  enterCall,
  join,
  knock,
  type MeetingFixture,
  type Person,
  person,
  post,
  room,
  tryKnock,
  workspaceOf,
} from "./fixtures.ts";
import { KENJI, planActions } from "./plans.ts";
import { anon, type DatabaseCaller, emptyResult, service, type TestDatabase, toParameters } from "./testDatabase.ts";

/**
 * The meeting has two calls. `host` was in both, `admitted` in the second, and `earlier` in the first only, so they
 * attended another call. `outside` was admitted and never joined. `removed` was in the second and then removed. Since
 * then visitors have to knock: `waiting` and `denied` did. `owner`, `admin` and `member` belong to its workspace and
 * never joined. `stranger` has an account and never knocked. `anonymous` is a guest who never knocked, with a row in
 * `workspace_members` that no function would create.
 */
export const PERSONAS = [
  "anon",
  "anonymous",
  "stranger",
  "waiting",
  "denied",
  "outside",
  "admitted",
  "earlier",
  "removed",
  "host",
  "member",
  "admin",
  "owner",
  "service",
] as const;
export type Persona = (typeof PERSONAS)[number];

/** The values of all personas. */
export type Row<Cell> = Record<Persona, Cell>;

/** Returns the same value for everybody except the named personas. */
export const everybody = <Cell>(cell: Cell, but: Partial<Row<Cell>> = {}): Row<Cell> => ({
  anon: cell,
  anonymous: cell,
  stranger: cell,
  waiting: cell,
  denied: cell,
  outside: cell,
  admitted: cell,
  earlier: cell,
  removed: cell,
  host: cell,
  member: cell,
  admin: cell,
  owner: cell,
  service: cell,
  ...but,
});

export interface Scene {
  readonly callers: Row<DatabaseCaller>;
  readonly meeting: { readonly id: string; readonly code: string };
  readonly workspace: string;
  /** Call ids. */
  readonly first: string;
  readonly second: string;
  /** The tab of `admitted` in the second call. */
  readonly peer: string;
  /** A line of `host` in the second call. */
  readonly line: string;
  /** A caption of `host` in the second call, corrected and marked. */
  readonly speech: string;
  /** A term of the workspace's glossary, and one that `admitted` proposed. */
  readonly term: string;
  readonly proposal: string;
  /** An invitation by link into the workspace. */
  readonly invitation: { readonly id: string; readonly token: string };
  /** A series that `member` organizes, with an invited address and the token of its link. */
  readonly series: { readonly id: string; readonly invitee: string; readonly token: string };
  /** A file of `host`, shared in the second call. */
  readonly file: { readonly id: string; readonly name: string; readonly type: string; readonly bytes: number };
}

export async function personas(db: TestDatabase): Promise<Scene> {
  const [stranger, owner, admin, member] = [await account(db), await account(db), await account(db), await account(db)];
  const workspace = await workspaceOf(db, owner);
  const guests: Record<"anonymous" | "waiting" | "denied" | "outside" | "admitted" | "earlier" | "removed", Person> = {
    anonymous: await person(db),
    waiting: await person(db),
    denied: await person(db),
    outside: await person(db),
    admitted: await person(db),
    earlier: await person(db),
    removed: await person(db),
  };
  await addMember(db, workspace, admin, "admin");
  await addMember(db, workspace, member, "member");
  await addMember(db, workspace, guests.anonymous, "owner");

  const meeting = await room(db);
  const { host } = meeting;
  await db.admin`
    update public.meetings set workspace_id = ${workspace}, expires_at = null where id = ${meeting.id}`;
  const first = await join(db, meeting, { name: "Host" }, host);
  await join(db, meeting, { name: "Earlier", speaks: "en" }, guests.earlier);
  const early = await post(db, host, first.call);
  // The first call is over.
  await db.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${first.call}`;
  await db.admin`update public.calls set ended_at = now() where id = ${first.call}`;

  const { call } = await enterCall(db, host, meeting.id, randomUUID());
  const inside = await join(db, meeting, { name: "Admitted", speaks: "en" }, guests.admitted);
  await join(db, meeting, { name: "Removed", speaks: "fr" }, guests.removed);
  await knock(db, guests.outside, meeting.code, { name: "Outside" });
  const late = await post(db, host, call.id);
  const last = await post(db, guests.removed, call.id);
  for (const { id } of [early, late, last]) await translate(db, id);
  await db.admin`
    insert into public.usage (day, kind, scope, subject, amount)
    values (current_date, 'translate', 'user', ${host.id}, 5), (current_date, 'speech', 'meeting', ${meeting.id}, 5)`;
  await db.admin`
    insert into private.merge_tokens (token_hash, guest_id, expires_at)
    values (sha256('token'), ${guests.waiting.id}, now() + interval '1 hour')`;
  await sumUp(db, early);
  await sumUp(db, late);
  await mark(db, inside, late.id);
  const speech = await speak(db, host, call.id);
  const words = { p_language: "es", p_term: "hola", p_translations: { json: { en: "hello" } } };
  const { id: term } = await db.rpc(
    owner,
    "save_term",
    { p_workspace_id: workspace, p_term_id: randomUUID(), ...words },
    termShape,
  );
  const { id: proposal } = await db.rpc(
    inside,
    "propose_term",
    { p_meeting_id: meeting.id, p_term_id: randomUUID(), ...words, p_term: "adiós" },
    termShape,
  );
  const invitation = await db.rpc(
    owner,
    "invite_member",
    { p_workspace_id: workspace, p_invitation_id: randomUUID() },
    sentInvitation,
  );
  const series = await invited(db, member, workspace);
  const file = await offer(db, host, call.id);
  await db.admin`update public.participants set admission = 'removed' where user_id = ${guests.removed.id}`;
  await knocks(db, meeting, guests.waiting, guests.denied);

  // A meeting of another workspace, unrelated to everybody above.
  const otherOwner = await account(db);
  const otherRoom = await room(db, null, otherOwner);
  const other = await join(db, otherRoom);
  const elsewhere = await post(db, other, other.call);
  await translate(db, elsewhere.id);
  await sumUp(db, elsewhere);
  await mark(db, other, elsewhere.id);
  await speak(db, other, other.call);
  await offer(db, other, other.call);
  const otherGlossary = { p_workspace_id: await workspaceOf(db, otherOwner), p_term_id: randomUUID(), ...words };
  await db.rpc(otherOwner, "save_term", otherGlossary, termShape);
  await knocks(db, otherRoom, await person(db), await person(db));

  return {
    callers: { anon, service, host, stranger, owner, admin, member, ...guests },
    meeting: { id: meeting.id, code: meeting.code },
    workspace,
    first: first.call,
    second: call.id,
    peer: inside.peer,
    line: late.id,
    ...{ speech, term, proposal, invitation, series, file },
  };
}

/** Reacts to the line and reports its translation. */
async function mark(db: TestDatabase, who: DatabaseCaller, line: string): Promise<void> {
  await db.rpc(who, "react_to_line", { p_line_id: line, p_emoji: "👍" }, reacted);
  await db.rpc(who, "report_translation", { p_line_id: line, p_language: "en" }, emptyResult);
}

/** Posts a caption, corrects and marks it. */
async function speak(db: TestDatabase, who: DatabaseCaller, call: string): Promise<string> {
  const id = randomUUID();
  const words = [{ id, language: "es", text: "hola", ago: 900, ms: 800 }];
  await db.rpc(who, "post_captions", { p_call_id: call, p_captions: { json: words } }, postedCaptions);
  await db.rpc(who, "correct_line", { p_line_id: id, p_revision: 1, p_text: "olá" }, lineShape);
  await db.rpc(who, "mark_line", { p_line_id: id, p_kind: "decision" }, lineShape);
  return id;
}

/** Plans a meeting and invites an address to it. */
async function invited(db: TestDatabase, organizer: Person, workspace: string): Promise<Scene["series"]> {
  const { plan, invite, link } = planActions(db);
  const { series_id: id } = await plan(organizer, workspace);
  const [invitee = { id: "" }] = (await invite(organizer, id, [KENJI])).invitees;
  return { id, invitee: invitee.id, token: await link(invitee.id) };
}

/** Offers a file and shares it without its line. */
async function offer(db: TestDatabase, who: DatabaseCaller, call: string): Promise<Scene["file"]> {
  const file = { id: randomUUID(), name: "plan.pdf", type: "application/pdf", bytes: 1_000 };
  const { id, ...rest } = file;
  await db.rpc(who, "offer_file", { ...toParameters(rest), p_file_id: id, p_call_id: call }, fileUploadOffer);
  await db.admin`update public.files set shared_at = now() where id = ${file.id}`;
  return file;
}

async function knocks(
  db: TestDatabase,
  { id, code, host }: MeetingFixture,
  waiting: Person,
  denied: Person,
): Promise<void> {
  await db.rpc(host, "update_meeting", { p_meeting_id: id, p_access: "knock" }, meetingShape);
  for (const who of [waiting, denied]) await tryKnock(db, who, code);
  await db.rpc(host, "deny", { p_meeting_id: id, p_user_id: denied.id }, emptyResult);
}

const translate = (db: TestDatabase, line: string) => db.admin`
  insert into public.translations (line_id, revision, language, status, text, lease_until)
  values (${line}, 1, 'en', 'ready', 'hello', now())`;

/** Stores a summary for the call of this line. */
async function sumUp({ admin }: TestDatabase, { id, call_id }: Pick<Line, "id" | "call_id">): Promise<void> {
  await admin`
    insert into public.summaries (
      call_id, made_of, language, lines_read, lines_all, model, made_at, claimed_of, status, attempts, lease_until
    )
    values (${call_id}, 1, 'es', 1, 1, 'a-model', now(), 1, 'ready', 1, now())`;
  await admin`
    insert into public.summary_sentences (call_id, number, text, line_ids) values (${call_id}, 1, 'Dijeron hola.', ${[id]})`;
  await admin`
    insert into public.summary_translations (call_id, language, status, attempts, lease_until)
    values (${call_id}, 'en', 'failed', 1, now())`;
}
