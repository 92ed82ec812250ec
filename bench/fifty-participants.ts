/**
 * Fifty participants of one meeting under the limits of the Pro plan, one line a second for a minute. Half of them read
 * another language. Each client uses the real database functions, the real topic and the app's timeline.
 *
 * A call admits four participants today (`SERVER_LIMITS.meshParticipants`), so four enter it as usual. The other 46
 * knock too, and the database owner then inserts the rows that `enter_call` would write for them.
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { meetingEvents, topics } from "#contracts/realtime.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { createGapDetector } from "../app/call/gapDetector.ts";
import { createTimeline, type Timeline } from "../app/chat/timeline.ts";
import { systemClock as clock } from "../app/lib/clock.ts";
import type { Rpc } from "../app/lib/rpc.ts";
import { createBrowserTranslator } from "../app/translation/browserTranslator.ts";
import { NO_SHORT_LINES } from "../app/translation/shortLines.ts";
import { createTranslateLines } from "../app/translation/translateLines.ts";
import { engineReach } from "../app/translation/translationReach.ts";
import { startApertium } from "../scripts/lib/apertium.ts";
import { fakeStorage } from "../tests/fakes/storage.ts";
import { type Connection, connect, signUp, unwrap } from "./clients.ts";
import { scaled } from "./scale.ts";
import { type StackProcess, startStackProcess } from "./stack.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const PARTICIPANTS = scaled(50, 6);
const LINES = scaled(60, 5);
const LINE_INTERVAL_MS = 1_000;
/** Time for the last lines, and for lost ones, to arrive. */
const SETTLE_MS = scaled(25_000, 5_000);

interface BenchParticipant {
  id: string;
  rpc: Rpc;
  timeline: Timeline;
  /** Line text → milliseconds since the epoch when it was first shown. */
  shown: Map<string, number>;
  /** Received broadcasts: the deliveries that hosted Supabase counts. */
  delivered: number;
  close(): void;
}

interface CallSeat {
  meetingId: string;
  callId: string;
  peerId: string;
  epoch: number;
  seq: number;
}

const languageOf = (index: number): Language => (index % 2 === 0 ? "es" : "en");

/** Subscribes like a tab in the call: events ordered by `seq`, gaps filled from the database, a heartbeat every 20 s. */
async function listen(
  id: string,
  language: Language,
  { http, rpc, realtime }: Connection,
  seat: CallSeat,
): Promise<BenchParticipant> {
  const shown = new Map<string, number>();
  const timeline = createTimeline({
    meetingId: seat.meetingId,
    me: id,
    reads: () => language,
    othersRead: () => ["en", "es"],
    storesLines: () => true,
    rpc,
    translate: createTranslateLines(http),
    browserTranslator: createBrowserTranslator({ api: undefined, clock }),
    reach: engineReach(null),
    shortLines: NO_SHORT_LINES,
    places: { tab: fakeStorage(), device: fakeStorage(), isPersistent: () => true },
    clock,
    newId: randomUUID,
    onMissed: () => sequence.catchUp(),
  });
  const sequence = createGapDetector({
    clock,
    initialSeq: seat.seq,
    fetchChanges: (after) => rpc("changes_since", { p_meeting_id: seat.meetingId, p_after_seq: after }),
    applyChanges: ({ lines }) => timeline.receiveLines(lines),
    onRejected: ({ code }) => console.error(`bench: changes: ${code}`),
    isRejection: () => false,
  });
  const participant = { id, rpc, timeline, shown, delivered: 0, close: () => {} };
  timeline.subscribe(() => {
    const now = Date.now();
    for (const { text, delivery } of timeline.getSnapshot().entries)
      if (delivery.state === "sent" && !shown.has(text)) shown.set(text, now);
  });

  const topic = realtime.join(topics.meeting(seat.meetingId, seat.epoch, seat.callId));
  topic.on("line_posted", meetingEvents.line_posted, ({ seq, line }) => {
    participant.delivered += 1;
    timeline.receiveLines([line]);
    sequence.received(seq);
  });
  topic.on("translated", meetingEvents.translated, ({ seq, line_id, translations }) => {
    participant.delivered += 1;
    timeline.receiveTranslations(line_id, translations, seq);
    sequence.received(seq);
  });
  topic.onStatus((status) => status === "joined" && sequence.catchUp());
  unwrap(await topic.joined());
  timeline.onJoined(seat.callId);
  const stopHeartbeat = clock.every(LIMITS.heartbeatIntervalMs, () => {
    void rpc("heartbeat", { p_call_id: seat.callId, p_peer_id: seat.peerId }).then((result) => {
      if (result.ok) sequence.serverIsAt(result.value.seq);
    });
  });
  participant.close = () => {
    stopHeartbeat();
    sequence.close();
    timeline.close();
    realtime.close();
  };
  return participant;
}

async function joinAll(stack: StackProcess, sql: postgres.Sql): Promise<BenchParticipant[]> {
  const connections: { id: string; connection: Connection }[] = [];
  for (let n = 0; n < PARTICIPANTS; n += 1) {
    const { id, token } = await signUp(stack);
    connections.push({ id, connection: connect(stack, token) });
  }
  const [host] = connections;
  if (host === undefined) throw new Error("No participant signed up");
  const { meeting_id, code } = unwrap(await host.connection.rpc("create_meeting", { p_meeting_id: randomUUID() }));
  const participants: Promise<BenchParticipant>[] = [];
  let call = "";
  for (const [at, { id, connection }] of connections.entries()) {
    const language = languageOf(at);
    unwrap(
      await connection.rpc("knock", {
        p_code: code,
        p_display_name: `Person ${at}`,
        p_speaks: language,
        p_reads: language,
      }),
    );
    const peerId = randomUUID();
    if (at < SERVER_LIMITS.meshParticipants) {
      call = unwrap(await connection.rpc("enter_call", { p_meeting_id: meeting_id, p_peer_id: peerId })).call.id;
    } else {
      await sql`insert into public.call_peers (call_id, peer_id, user_id, join_number)
        values (${call}, ${peerId}, ${id}, ${at + 1})`;
      await sql`insert into public.attendance (call_id, user_id, stays) values (${call}, ${id}, '{(,)}')`;
    }
    const { seq, epoch } = unwrap(await connection.rpc("heartbeat", { p_call_id: call, p_peer_id: peerId }));
    participants.push(listen(id, language, connection, { meetingId: meeting_id, callId: call, peerId, epoch, seq }));
  }
  return await Promise.all(participants);
}

/** Counts the lines that a participant lacks, has twice or has out of order. */
function countFaults({ timeline }: BenchParticipant, texts: ReadonlySet<string>): number {
  const entries = timeline.getSnapshot().entries.filter(({ text }) => texts.has(text));
  const sequence = entries.map(({ delivery }) => (delivery.state === "sent" ? delivery.seq : -1));
  const disorder = sequence.filter((seq, at) => at > 0 && seq <= (sequence[at - 1] ?? 0)).length;
  const twice = entries.length - new Set(entries.map(({ text }) => text)).size;
  return texts.size - new Set(entries.map(({ text }) => text)).size + twice + disorder;
}

export async function measureFiftyParticipants(data: string): Promise<Figure[]> {
  const apertium = await startApertium();
  const functionsEnv: Record<string, string> = apertium
    ? { TRANSLATE_ENGINES: "apertium", APERTIUM_URL: apertium.url }
    : {};
  const stack = await startStackProcess({ data, realtimePlan: "pro", functionsEnv });
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const participants = await joinAll(stack, sql);
  const postedAt = new Map<string, number>();
  for (let n = 0; n < LINES; n += 1) {
    const author = participants[n % PARTICIPANTS];
    const text = `La casa ${n} es grande.`;
    postedAt.set(text, Date.now());
    author?.timeline.post(text, "es");
    await new Promise((resolve) =>
      setTimeout(resolve, LINE_INTERVAL_MS - ((Date.now() - (postedAt.get(text) ?? 0)) % LINE_INTERVAL_MS)),
    );
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

  const texts = new Set(postedAt.keys());
  const delays = participants.flatMap(({ shown }, at) =>
    [...texts].flatMap((text, n) => {
      const shownAt = shown.get(text);
      return n % PARTICIPANTS === at || shownAt === undefined ? [] : [shownAt - (postedAt.get(text) ?? 0)];
    }),
  );
  const faults = participants.reduce((sum, participant) => sum + countFaults(participant, texts), 0);
  const deliveries = participants.map(({ delivered }) => delivered);
  for (const { close } of participants) close();
  await sql.end();
  await stack.close();
  await apertium?.close();
  const name = `${PARTICIPANTS} participants, a line a second`;
  return [
    {
      name: `${name}: line shown to others, p95`,
      ...percentileOf(delays, 0.95),
      bar: 400,
      unit: "ms",
      note: `p50 ${percentile(delays, 0.5)} ms`,
    },
    {
      name: `${name}: missing, duplicate or out of order`,
      value: faults,
      samples: delays.length,
      bar: 0,
      unit: "",
    },
    {
      name: `${name}: deliveries for a line and participant`,
      value: Math.max(...deliveries) / LINES,
      samples: deliveries.reduce((sum, delivered) => sum + delivered, 0),
      bar: 2,
      unit: "",
      note: apertium ? "with its translation" : "no engine here: without translations",
    },
  ];
}
