/** Helpers for captions: post, correct, mark. */
import { randomUUID } from "node:crypto";
import { type Line, line as lineShape, type Mark } from "#contracts/lines.ts";
import { participantResult } from "#contracts/meetings.ts";
import { callSummary, corrections, missed, transcript } from "#contracts/recap.ts";
import { postedCaptions } from "#contracts/speech.ts";
import { account, type CallMember, join, type MeetingFixture, type Person, room } from "./fixtures.ts";
import { type Argument, type DatabaseCaller, type TestDatabase, toParameters } from "./testDatabase.ts";

export const captionActions = (db: TestDatabase) => {
  /** Arguments of one item of `post_captions`; they may be invalid on purpose. */
  const captionArgs = (more: Record<string, unknown> = {}) => ({
    ...{ id: randomUUID(), language: "es", text: "el autobús sale", ago: 2_000, ms: 1_500 },
    ...more,
  });
  const sayAll = async (who: DatabaseCaller, call: string, items: unknown) =>
    (await db.rpc(who, "post_captions", { p_call_id: call, p_captions: { json: items } }, postedCaptions)).lines;
  async function say(who: CallMember, more: Record<string, unknown> = {}, call = who.call): Promise<Line> {
    const [line] = await sayAll(who, call, [captionArgs(more)]);
    if (line === undefined) throw new Error("nothing was said");
    return line;
  }
  const letCaption = async (who: DatabaseCaller, { id }: MeetingFixture, captioner: Person | null) =>
    (
      await db.rpc(
        who,
        "set_captioner",
        { p_meeting_id: id, ...(captioner && { p_captioner_id: captioner.id }) },
        participantResult,
      )
    ).participant;
  const correct = (
    who: DatabaseCaller,
    line: string,
    text: string | null,
    { upon = 1, ...more }: { upon?: number | null; language?: string } = {},
  ) =>
    db.rpc(who, "correct_line", { p_line_id: line, p_revision: upon, p_text: text, ...toParameters(more) }, lineShape);
  const historyOf = (who: DatabaseCaller, line: string) => db.rpc(who, "corrections", { p_line_id: line }, corrections);
  const mark = (
    who: DatabaseCaller,
    line: string,
    kind: Mark["kind"] | (string & {}) | null,
    more: Record<string, Argument> = {},
  ) => db.rpc(who, "mark_line", { p_line_id: line, p_kind: kind, ...toParameters(more) }, lineShape);
  const missedBy = (who: DatabaseCaller, call: string, after: number | null = null) =>
    db.rpc(who, "missed_lines", { p_call_id: call, p_after_seq: after }, missed);
  const transcriptOf = (who: DatabaseCaller, call: string, after: number | null = null) =>
    db.rpc(who, "transcript", { p_call_id: call, p_after_seq: after }, transcript);
  const summaryOf = (who: DatabaseCaller, call: string) => db.rpc(who, "call_recap", { p_call_id: call }, callSummary);

  /** Creates a meeting of an account; Ana speaks Spanish there, Bob English. */
  async function scene() {
    const host = await account(db);
    const place = await room(db, "Trip", host);
    const ana = await join(db, place, { name: "Ana", speaks: "es" });
    const bob = await join(db, place, { name: "Bob", speaks: "en" });
    return { place, host, ana, bob };
  }
  /** Expires all peers of the call long ago, without a disconnect. */
  const callIsOver = (call: string) => db.admin`
    update public.call_peers
    set last_seen = last_seen - interval '1 hour', left_at = now() - interval '1 hour', left_reason = 'left'
    where call_id = ${call}`;

  return {
    captionArgs,
    sayAll,
    say,
    letCaption,
    correct,
    historyOf,
    mark,
    missedBy,
    transcriptOf,
    summaryOf,
    scene,
    callIsOver,
  };
};
