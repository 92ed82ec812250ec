/** Helpers that change lines as authors, readers and engines do. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { history, line as lineShape, reacted } from "#contracts/lines.ts";
import { changes, meeting as meetingShape } from "#contracts/meetings.ts";
import { type CallMember, events, join, type MeetingFixture, post, room } from "./fixtures.ts";
import { type DatabaseCaller, emptyResult, service, type TestDatabase, toParameters } from "./testDatabase.ts";

export const lineActions = (db: TestDatabase) => {
  const edit = (
    who: DatabaseCaller,
    line: string,
    text: string,
    more: Record<string, string | readonly string[]> = {},
  ) => db.rpc(who, "edit_line", { p_line_id: line, p_text: text, ...toParameters(more) }, lineShape);
  const wipe = (who: DatabaseCaller, line: string) => db.rpc(who, "delete_line", { p_line_id: line }, lineShape);
  const react = (who: DatabaseCaller, line: string, emoji: string = "👍", given = true) =>
    db.rpc(who, "react_to_line", { p_line_id: line, p_emoji: emoji, p_given: given }, reacted);
  const forward = (who: DatabaseCaller, line: string, { id }: MeetingFixture, as = randomUUID()) =>
    db.rpc(who, "forward_line", { p_line_id: as, p_source_line_id: line, p_meeting_id: id }, lineShape);
  const report = (who: DatabaseCaller, line: string, language = "en") =>
    db.rpc(who, "report_translation", { p_line_id: line, p_language: language }, emptyResult);
  const retry = (who: DatabaseCaller, line: string, language = "en") =>
    db.rpc(who, "retry_translation", { p_line_id: line, p_language: language }, emptyResult);
  const postLineWith = (who: CallMember, args: Record<string, string | readonly string[] | null>) =>
    db.rpc(
      who,
      "post_line",
      { p_line_id: randomUUID(), p_call_id: who.call, p_language: "es", p_text: "sí", ...toParameters(args) },
      lineShape,
    );
  const changesOf = (who: DatabaseCaller, { id }: MeetingFixture, after = 0) =>
    db.rpc(who, "changes_since", { p_meeting_id: id, p_after_seq: after }, changes);
  const historyOf = (who: CallMember) => db.rpc(who, "history", { p_call_id: who.call, p_before_seq: null }, history);
  const update = (who: DatabaseCaller, { id }: MeetingFixture, args: Record<string, string>) =>
    db.rpc(who, "update_meeting", { p_meeting_id: id, ...toParameters(args) }, meetingShape);

  const standings = z.array(z.object({ line_id: z.string(), language: z.string(), status: z.string() }));
  const claim = async (line: string, who: CallMember, engineUp = true) => {
    const shape = z.object({ claimed: z.array(z.object({ revision: z.int(), text: z.string() })), others: standings });
    return db.rpc(
      service,
      "claim_translations",
      { p_line_ids: [line], p_user_id: who.id, p_engine_up: engineUp },
      shape,
    );
  };
  const store = async (line: string, status: string, text: string | null, revision = 1) => {
    const [row] = await db.admin<{ claim: string }[]>`
      select claim from public.translations where line_id = ${line} and revision = ${revision} and language = 'en'`;
    const result = {
      ...{ line_id: line, revision, language: "en", status, text, engine: "e", reason: null },
      claim: row?.claim ?? null,
    };
    return db.rpc(service, "store_translations", { p_results: { json: [result] } }, standings);
  };

  /** Creates a call where Ana writes Spanish and Bob reads English, with a translated line of Ana's. */
  async function scene() {
    const place = await room(db);
    const ana = await join(db, place, { name: "Ana", speaks: "es" });
    const bob = await join(db, place, { name: "Bob", speaks: "en" });
    const line = await post(db, ana, ana.call);
    await claim(line.id, ana);
    await store(line.id, "ready", "hello");
    return { place, ana, bob, line };
  }
  const broadcastsAfter = async ({ id }: MeetingFixture, seq: number) =>
    (await events(db, id)).filter(({ body }) => body.seq > seq);

  return {
    edit,
    wipe,
    react,
    forward,
    report,
    retry,
    postLineWith,
    changesOf,
    historyOf,
    update,
    standings,
    claim,
    store,
    scene,
    broadcastsAfter,
  };
};
