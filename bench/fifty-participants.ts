/**
 * Fifty people in one meeting under the limits of plan Pro, one line a second for a minute, half of them reading another
 * language: real functions of the database, the real topic, and the core of the app's timeline in each client.
 *
 * A call takes four cameras today (`LIMITS.meshPeople`), so four people enter it as everybody does; the other 46 knock
 * like them and are then put into the call by the database's owner, with the same rows that `enter_call` writes.
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { meetingEvents, topics } from "#contracts/realtime.ts";
import { createGapDetector } from "../app/call/gapDetector.ts";
import { createTimeline, type Timeline } from "../app/chat/timeline.ts";
import { systemClock as clock } from "../app/lib/clock.ts";
import { createRealtime } from "../app/lib/realtime.ts";
import { createRpc, type Rpc } from "../app/lib/rpc.ts";
import type { KeyValueStorage } from "../app/lib/storage.ts";
import { createSupabaseHttp } from "../app/lib/supabaseHttp.ts";
import { createBrowserTranslator } from "../app/translation/browserTranslator.ts";
import { createTranslateLines } from "../app/translation/translateLines.ts";
import { startApertium } from "../scripts/lib/apertium.ts";
import { type StackProcess, startStackProcess } from "./stack.ts";
import { type Figure, percentile } from "./table.ts";

const PEOPLE = 50;
const LINES = 60;
const LINE_INTERVAL_MS = 1_000;
/** Milliseconds for the last lines and what was lost to arrive. */
const SETTLE_MS = 25_000;

interface BenchParticipant {
  id: string;
  rpc: Rpc;
  timeline: Timeline;
  /** Line text → milliseconds since the epoch when it was first shown. */
  shown: Map<string, number>;
  /** Broadcasts that arrived: what hosted counts. */
  delivered: number;
  close(): void;
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.cause ?? ""}`);
  return result.value;
}

async function signUp({ url, publishableKey }: StackProcess): Promise<{ id: string; token: string }> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: "{}",
  });
  const session = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) }).parse(await answer.json());
  return { id: session.user.id, token: session.access_token };
}

const connect = (stack: StackProcess, token: string) => {
  const options = {
    supabaseUrl: stack.url,
    publishableKey: stack.publishableKey,
    accessToken: async () => token,
    clock,
  };
  const http = createSupabaseHttp({ ...options, fetch });
  return { http, rpc: createRpc(http), realtime: createRealtime(options) };
};
type Connection = ReturnType<typeof connect>;

interface CallSeat {
  meetingId: string;
  callId: string;
  peerId: string;
  epoch: number;
  seq: number;
}

const NULL_STORAGE: KeyValueStorage = { getItem: () => null, setItem() {}, removeItem() {} };
const reads = (at: number): Language => (at % 2 === 0 ? "es" : "en");

/** Listens as a tab in the call does: events in the order of `seq`, holes filled by `changes`, a heartbeat every 20 s. */
async function listen(
  id: string,
  at: number,
  { http, rpc, realtime }: Connection,
  place: CallSeat,
): Promise<BenchParticipant> {
  const shown = new Map<string, number>();
  const timeline = createTimeline({
    meetingId: place.meetingId,
    me: id,
    reads: () => reads(at),
    othersRead: () => ["en", "es"],
    storesLines: () => true,
    rpc,
    translate: createTranslateLines(http),
    browserTranslator: createBrowserTranslator({ api: undefined, clock }),
    places: { tab: NULL_STORAGE, device: NULL_STORAGE, isPersistent: () => true },
    clock,
    newId: randomUUID,
    onMissed: () => sequence.catchUp(),
  });
  const sequence = createGapDetector({
    clock,
    initialSeq: place.seq,
    fetchChanges: (after) => rpc("changes_since", { p_meeting_id: place.meetingId, p_after_seq: after }),
    applyChanges: ({ lines }) => timeline.receiveLines(lines),
    onRejected: ({ code }) => console.error(`bench: changes: ${code}`),
    isRejection: () => false,
  });
  const person = { id, rpc, timeline, shown, delivered: 0, close: () => {} };
  timeline.subscribe(() => {
    const now = Date.now();
    for (const { text, delivery } of timeline.getSnapshot().entries)
      if (delivery.state === "sent" && !shown.has(text)) shown.set(text, now);
  });

  const topic = realtime.join(topics.meeting(place.meetingId, place.epoch));
  topic.on("line_posted", meetingEvents.line_posted, ({ seq, line }) => {
    person.delivered += 1;
    timeline.receiveLines([line]);
    sequence.received(seq);
  });
  topic.on("translated", meetingEvents.translated, ({ seq, line_id, translations }) => {
    person.delivered += 1;
    timeline.receiveTranslations(line_id, translations, seq);
    sequence.received(seq);
  });
  topic.onStatus((status) => status === "joined" && sequence.catchUp());
  unwrap(await topic.joined());
  timeline.onJoined(place.callId);
  const endBeats = clock.every(LIMITS.heartbeatIntervalMs, () => {
    void rpc("heartbeat", { p_call_id: place.callId, p_peer_id: place.peerId }).then((answer) => {
      if (answer.ok) sequence.serverIsAt(answer.value.seq);
    });
  });
  person.close = () => {
    endBeats();
    sequence.close();
    timeline.close();
    realtime.close();
  };
  return person;
}

async function gather(stack: StackProcess, sql: postgres.Sql): Promise<BenchParticipant[]> {
  const connections: { id: string; connection: Connection }[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const { id, token } = await signUp(stack);
    connections.push({ id, connection: connect(stack, token) });
  }
  const [host] = connections;
  if (host === undefined) throw new Error("nobody came");
  const { meeting_id, code } = unwrap(await host.connection.rpc("create_meeting", { p_meeting_id: randomUUID() }));
  const people: Promise<BenchParticipant>[] = [];
  let call = "";
  for (const [at, { id, connection }] of connections.entries()) {
    const language = reads(at);
    unwrap(
      await connection.rpc("knock", {
        p_code: code,
        p_display_name: `Person ${at}`,
        p_speaks: language,
        p_reads: language,
      }),
    );
    const peerId = randomUUID();
    if (at < LIMITS.meshPeople) {
      call = unwrap(await connection.rpc("enter_call", { p_meeting_id: meeting_id, p_peer_id: peerId })).call.id;
    } else {
      await sql`insert into public.call_peers (call_id, peer_id, user_id, join_number)
        values (${call}, ${peerId}, ${id}, ${at + 1})`;
      await sql`insert into public.attendance (call_id, user_id) values (${call}, ${id})`;
    }
    const { seq, epoch } = unwrap(await connection.rpc("heartbeat", { p_call_id: call, p_peer_id: peerId }));
    people.push(listen(id, at, connection, { meetingId: meeting_id, callId: call, peerId, epoch, seq }));
  }
  return await Promise.all(people);
}

/** Lines of the bench that a person lacks, has twice, or has out of order. */
function faults({ timeline }: BenchParticipant, texts: ReadonlySet<string>): number {
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
  const people = await gather(stack, sql);
  const began = new Map<string, number>();
  for (let n = 0; n < LINES; n += 1) {
    const author = people[n % PEOPLE];
    const text = `La casa ${n} es grande.`;
    began.set(text, Date.now());
    author?.timeline.post(text, "es");
    await new Promise((resolve) =>
      setTimeout(resolve, LINE_INTERVAL_MS - ((Date.now() - (began.get(text) ?? 0)) % LINE_INTERVAL_MS)),
    );
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

  const texts = new Set(began.keys());
  const waits = people.flatMap(({ shown }, at) =>
    [...texts].flatMap((text, n) => {
      const seen = shown.get(text);
      return n % PEOPLE === at || seen === undefined ? [] : [seen - (began.get(text) ?? 0)];
    }),
  );
  const wrong = people.reduce((sum, person) => sum + faults(person, texts), 0);
  const deliveries = Math.max(...people.map(({ delivered }) => delivered)) / LINES;
  for (const { close } of people) close();
  await sql.end();
  await stack.close();
  await apertium?.close();
  const name = `${PEOPLE} people, a line a second`;
  return [
    {
      name: `${name}: line shown to another, p95`,
      value: percentile(waits, 0.95),
      bar: 400,
      unit: "ms",
      note: `p50 ${percentile(waits, 0.5)} ms of ${waits.length}`,
    },
    { name: `${name}: missing, twice or out of order`, value: wrong, bar: 0, unit: "" },
    {
      name: `${name}: deliveries for a line and person`,
      value: deliveries,
      bar: 2,
      unit: "",
      note: apertium ? "with its translation" : "no engine here: without translations",
    },
  ];
}
