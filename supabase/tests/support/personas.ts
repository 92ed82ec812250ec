/** Everybody that architecture.md names, around one meeting of a workspace: the scene of the policy matrix. */
import { randomUUID } from "node:crypto";
import { anon, type Caller, type House, service } from "./house.ts";
import { account, addMember, enter, join, knock, type Person, person, post, room, workspaceOf } from "./scenes.ts";

/**
 * The meeting has two calls. `host` was in both; `admitted` is in the second; `earlier` was in the first alone, that is
 * attended another call; `waiting` knocked and never entered; `removed` was in the second and was put out. `owner`,
 * `admin` and `member` are of its workspace and never came. `stranger` has an account and came nowhere. `anonymous` is a
 * guest who came nowhere, with a row in `workspace_members` that no function would make.
 */
export const PERSONAS = [
  "anon",
  "anonymous",
  "stranger",
  "waiting",
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

/** One cell for each persona. */
export type Row<Cell> = Record<Persona, Cell>;

/** The same cell for everybody, but for those named. */
export const everybody = <Cell>(cell: Cell, but: Partial<Row<Cell>> = {}): Row<Cell> => ({
  anon: cell,
  anonymous: cell,
  stranger: cell,
  waiting: cell,
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
  readonly callers: Row<Caller>;
  readonly meeting: { readonly id: string; readonly code: string };
  readonly workspace: string;
  /** Call ids. */
  readonly first: string;
  readonly second: string;
  /** The tab of `admitted` in the second call. */
  readonly peer: string;
  /** A line of `host` in the second call. */
  readonly line: string;
}

export async function personas(house: House): Promise<Scene> {
  const [stranger, owner, admin, member] = [
    await account(house),
    await account(house),
    await account(house),
    await account(house),
  ];
  const workspace = await workspaceOf(house, owner);
  const guests: Record<"anonymous" | "waiting" | "admitted" | "earlier" | "removed", Person> = {
    anonymous: await person(house),
    waiting: await person(house),
    admitted: await person(house),
    earlier: await person(house),
    removed: await person(house),
  };
  await addMember(house, workspace, admin, "admin");
  await addMember(house, workspace, member, "member");
  await addMember(house, workspace, guests.anonymous, "owner");

  const meeting = await room(house);
  const { host } = meeting;
  await house.admin`update public.meetings set workspace_id = ${workspace} where id = ${meeting.id}`;
  const first = await join(house, meeting, { name: "Host" }, host);
  await join(house, meeting, { name: "Earlier", speaks: "en" }, guests.earlier);
  const early = await post(house, host, first.call);
  // The first call is over.
  await house.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${first.call}`;
  await house.admin`update public.calls set ended_at = now() where id = ${first.call}`;

  const { call } = await enter(house, host, meeting.id, randomUUID());
  const inside = await join(house, meeting, { name: "Admitted", speaks: "en" }, guests.admitted);
  await join(house, meeting, { name: "Removed", speaks: "fr" }, guests.removed);
  await knock(house, guests.waiting, meeting.code, { name: "Waiting" });
  const late = await post(house, host, call.id);
  const last = await post(house, guests.removed, call.id);
  for (const { id } of [early, late, last]) await translate(house, id);
  await house.admin`
    insert into public.translation_usage (day, scope, subject, characters)
    values (current_date, 'user', ${host.id}, 5)`;
  await house.admin`
    insert into private.claim_offers (token_hash, guest, ends_at)
    values (sha256('token'), ${guests.waiting.id}, now() + interval '1 hour')`;
  await house.admin`update public.participants set admission = 'removed' where user_id = ${guests.removed.id}`;

  // Another meeting, of another workspace: nobody above has to do with it.
  const other = await join(house, await room(house, null, await account(house)));
  await translate(house, (await post(house, other, other.call)).id);

  return {
    callers: { anon, service, host, stranger, owner, admin, member, ...guests },
    meeting: { id: meeting.id, code: meeting.code },
    workspace,
    first: first.call,
    second: call.id,
    peer: inside.peer,
    line: late.id,
  };
}

const translate = (house: House, line: string) => house.admin`
  insert into public.translations (line_id, revision, language, status, text, lease_until)
  values (${line}, 1, 'en', 'ready', 'hello', now())`;
