/** The time of a stranger's line, from `post_line` to its broadcast at the reader, while something else goes on. */
import { meetingEvents, topics } from "#contracts/realtime.ts";
import type { Stack } from "../../local/index.ts";
import { unwrap } from "../clients.ts";
import { percentile } from "../table.ts";
import { enter, newGuest, openMeeting, postLine } from "./people.ts";

/** One person may post twenty lines in ten seconds. The interval leaves room for late timers. */
const LINE_INTERVAL_MS = 550;
/** A line that fails counts as this long, so that one lost broadcast cannot hang the measure. */
const MAX_LINE_MS = 15_000;

export interface TimedLine {
  readonly ms: number;
  /** Why the line never arrived: the error code, or `lost` for a missing broadcast. */
  readonly failure: string | null;
}

export interface TimedLines {
  /** Posts lines one after the other. */
  time(count: number): Promise<TimedLine[]>;
  close(): void;
}

/** Opens a meeting of two people who have nothing to do with the attacker. */
export async function startTimedLines(stack: Stack): Promise<TimedLines> {
  const [author, reader] = [await newGuest(stack), await newGuest(stack)];
  const meeting = await openMeeting(author);
  const seat = await enter(author, meeting, { speaks: "es" });
  const readerSeat = await enter(reader, meeting, { speaks: "es" });
  const { epoch } = unwrap(await reader.rpc("heartbeat", { p_call_id: seat.callId, p_peer_id: readerSeat.peerId }));
  const topic = reader.realtime.join(topics.meeting(meeting.id, epoch, seat.callId));
  const waiting = new Map<string, () => void>();
  topic.on("line_posted", meetingEvents.line_posted, ({ line }) => waiting.get(line.text ?? "")?.());
  unwrap(await topic.joined());

  async function timeLine(text: string): Promise<TimedLine> {
    const startedAt = performance.now();
    const arrived = new Promise<boolean>((resolve) => {
      waiting.set(text, () => resolve(true));
      setTimeout(resolve, MAX_LINE_MS, false);
    });
    const posted = await postLine(author, seat, text);
    if (!posted.ok) return { ms: MAX_LINE_MS, failure: posted.error.code };
    const failure = (await arrived) ? null : "lost";
    return { ms: performance.now() - startedAt, failure };
  }

  let posted = 0;
  return {
    async time(count) {
      const timed: TimedLine[] = [];
      for (let at = 0; at < count; at += 1) {
        posted += 1;
        const next = performance.now() + LINE_INTERVAL_MS;
        timed.push(await timeLine(`La línea ${posted} no tarda.`));
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      }
      return timed;
    },
    close() {
      author.realtime.close();
      reader.realtime.close();
    },
  };
}

/** Returns the 95th percentile of the times, and the failures with their counts. */
export function summarize(lines: readonly TimedLine[]): { readonly p95: number; readonly failures: string } {
  const counts = new Map<string, number>();
  for (const { failure } of lines) if (failure !== null) counts.set(failure, (counts.get(failure) ?? 0) + 1);
  const failures = [...counts].map(([code, count]) => `; ${count} × ${code}`).join("");
  return {
    p95: percentile(
      lines.map(({ ms }) => ms),
      0.95,
    ),
    failures,
  };
}
