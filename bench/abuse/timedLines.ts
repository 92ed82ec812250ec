/** The time of a stranger's line, from `post_line` to its broadcast at the reader, while something else goes on. */
import { meetingEvents, topics } from "#contracts/realtime.ts";
import type { Stack } from "../../local/index.ts";
import { unwrap } from "../clients.ts";
import { enter, newGuest, openMeeting, postLine } from "./people.ts";

/** One person may post twenty lines in ten seconds. */
const LINE_INTERVAL_MS = 500;
/** A line that takes longer counts as this long, so that one lost broadcast cannot hang the measure. */
const MAX_LINE_MS = 15_000;

export interface TimedLines {
  /** Posts lines one after the other and returns the milliseconds of each. */
  time(count: number): Promise<number[]>;
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

  async function timeLine(text: string): Promise<number> {
    const startedAt = performance.now();
    const arrived = new Promise<void>((resolve) => {
      waiting.set(text, resolve);
      setTimeout(resolve, MAX_LINE_MS);
    });
    // An attack may make the database refuse. The line then counts as never arrived.
    await postLine(author, seat, text);
    await arrived;
    return performance.now() - startedAt;
  }

  let posted = 0;
  return {
    async time(count) {
      const times: number[] = [];
      for (let at = 0; at < count; at += 1) {
        posted += 1;
        const milliseconds = await timeLine(`La línea ${posted} no tarda.`);
        times.push(milliseconds);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, LINE_INTERVAL_MS - milliseconds)));
      }
      return times;
    },
    close() {
      author.realtime.close();
      reader.realtime.close();
    },
  };
}
