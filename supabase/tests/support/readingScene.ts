/** A call during which people come and go, so that each reads another part of it. */
import { randomUUID } from "node:crypto";
import { captionActions } from "./captions.ts";
import { account, addMember, type CallMember, join, type Person, post, room, workspaceOf } from "./fixtures.ts";
import { moderation } from "./moderation.ts";
import { emptyResult, type TestDatabase } from "./testDatabase.ts";

export const LINES = ["one", "two", "three", "four"] as const;
export type LineName = (typeof LINES)[number];
export const PERSONAS = ["whole", "early", "late", "looked", "removed", "member", "host", "stranger"] as const;
export type Persona = (typeof PERSONAS)[number];
/** The lines that each persona may read after the call. */
export const READS: Record<Persona, readonly LineName[]> = {
  whole: LINES,
  early: ["one", "two"],
  late: ["three", "four"],
  looked: ["two"],
  removed: [],
  member: LINES,
  host: LINES,
  stranger: [],
};

export const readingScene = (db: TestDatabase) => {
  const { mark } = captionActions(db);
  const { change, remove } = moderation(db);
  const leaveCall = ({ call, peer, ...who }: CallMember) =>
    db.rpc(who, "leave_call", { p_call_id: call, p_peer_id: peer }, emptyResult);

  /** Creates a call with four marked lines, which have links, while people come and go. */
  async function createCall() {
    const owner = await account(db);
    const member = await account(db);
    await addMember(db, await workspaceOf(db, owner), member, "member");
    const place = await room(db, "Trip", owner);
    // The author is another account, so that guests and the author have no role.
    const author = await join(db, place, { name: "Author", speaks: "es" }, await account(db));
    const whole = await join(db, place, { name: "Whole" }, await account(db));
    const early = await join(db, place, { name: "Early" }, await account(db));
    const removed = await join(db, place, { name: "Removed" }, await account(db));
    const ids = {} as Record<LineName, string>;
    async function say(name: LineName) {
      const id = randomUUID();
      await post(db, author, author.call, { id, text: `${name} https://example.com/${name}` });
      await mark(author, id, "decision");
      ids[name] = id;
    }
    await say("one");
    await remove(owner, place, removed);
    // A removal closes the door.
    await change(owner, place, { access: "open" });
    const looked = await join(db, place, { name: "Looked" }, await account(db));
    await say("two");
    await leaveCall(looked);
    await leaveCall(early);
    const late = await join(db, place, { name: "Late" }, await account(db));
    await say("three");
    await say("four");
    const stranger = { ...(await account(db)), call: author.call, peer: randomUUID() };
    const people: Record<Persona, Person> = { whole, early, late, looked, removed, member, host: owner, stranger };
    return { place, call: author.call, author, people, members: { whole, early, late, looked }, ids };
  }

  return { leaveCall, createCall };
};
