/** What is said in a call, and what those who were there make of it. */
import { randomUUID } from "node:crypto";
import { type Line, line as lineShape, type Mark } from "#contracts/lines.ts";
import { participantResult } from "#contracts/meetings.ts";
import { callSummary, corrections, missed, transcript } from "#contracts/recap.ts";
import { postedCaptions } from "#contracts/speech.ts";
import { account, type CallMember, join, type MeetingFixture, type Person, room } from "./fixtures.ts";
import type { Argument, DatabaseCaller, TestDatabase } from "./testDatabase.ts";

export const captionActions = (house: TestDatabase) => {
  /** An item of `say`; what is given may be no such thing. */
  const words = (more: Record<string, unknown> = {}) => ({
    ...{ id: randomUUID(), language: "es", text: "el autobús sale", ago: 2_000, ms: 1_500 },
    ...more,
  });
  const sayAll = async (who: DatabaseCaller, call: string, items: unknown) =>
    (await house.rpc(who, "say", { call_id: call, said: { json: items } }, postedCaptions)).lines;
  async function say(who: CallMember, more: Record<string, unknown> = {}, call = who.call): Promise<Line> {
    const [line] = await sayAll(who, call, [words(more)]);
    if (line === undefined) throw new Error("nothing was said");
    return line;
  }
  const letCaption = async (who: DatabaseCaller, { id }: MeetingFixture, captioner: Person | null) =>
    (
      await house.rpc(
        who,
        "set_captioner",
        { meeting_id: id, ...(captioner && { user_id: captioner.id }) },
        participantResult,
      )
    ).participant;
  const correct = (
    who: DatabaseCaller,
    line: string,
    text: string | null,
    { upon = 1, ...more }: { upon?: number | null; language?: string } = {},
  ) => house.rpc(who, "correct_line", { line_id: line, revision: upon, text, ...more }, lineShape);
  const historyOf = (who: DatabaseCaller, line: string) =>
    house.rpc(who, "corrections", { line_id: line }, corrections);
  const mark = (
    who: DatabaseCaller,
    line: string,
    kind: Mark["kind"] | (string & {}) | null,
    more: Record<string, Argument> = {},
  ) => house.rpc(who, "mark_line", { line_id: line, kind, ...more }, lineShape);
  const missedBy = (who: DatabaseCaller, call: string, after: number | null = null) =>
    house.rpc(who, "missed", { call_id: call, after }, missed);
  const transcriptOf = (who: DatabaseCaller, call: string, after: number | null = null) =>
    house.rpc(who, "transcript", { call_id: call, after }, transcript);
  const summaryOf = (who: DatabaseCaller, call: string) =>
    house.rpc(who, "call_summary", { call_id: call }, callSummary);

  /** A meeting of an account; Ana speaks Spanish there, Bob English. */
  async function scene() {
    const host = await account(house);
    const place = await room(house, "Trip", host);
    const ana = await join(house, place, { name: "Ana", speaks: "es" });
    const bob = await join(house, place, { name: "Bob", speaks: "en" });
    return { place, host, ana, bob };
  }
  /** Everybody left, long ago, and nobody noticed yet. */
  const callIsOver = (call: string) => house.admin`
    update public.call_peers
    set last_seen = last_seen - interval '1 hour', left_at = now() - interval '1 hour', left_reason = 'left'
    where call_id = ${call}`;

  return {
    words,
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
