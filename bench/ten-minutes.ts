/**
 * Ten minutes with three speakers of three languages, within the limits of the Free plan. Every sentence becomes one line,
 * in order, once in every language, and the pages' memory does not grow.
 */
import type { CDPSession } from "@playwright/test";
import postgres from "postgres";
import type { App } from "../tests/support/app.ts";
import { joinWithChat } from "../tests/support/chat.ts";
import { arrive, launchBrowser, type Person } from "../tests/support/people.ts";
import { expectListening, giveScriptedRecogniser } from "../tests/support/scriptedRecogniser.ts";
import { openMeeting } from "../tests/support/userActions.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile } from "./table.ts";

/** Per speaker. */
const SENTENCE_INTERVAL_MS = 4_000;
const DURATION_MS = scaled(600_000, 2 * SENTENCE_INTERVAL_MS);
const SENTENCES = DURATION_MS / SENTENCE_INTERVAL_MS;
/** Lazy code is loaded before the first memory sample. */
const WARM_UP_MS = scaled(60_000, SENTENCE_INTERVAL_MS);
/** Time for the last translations to arrive. */
const SETTLE_MS = 5_000;

/**
 * `#` stands for a number. `engineRequests` is per sentence, for two target languages; English to French and back goes
 * through Spanish, which costs one more.
 */
const SPEAKERS = [
  { name: "Inés", language: "es", sentence: "La casa # es grande.", engineRequests: 2 },
  { name: "Tom", language: "en", sentence: "I live in the house #.", engineRequests: 3 },
  { name: "Camille", language: "fr", sentence: "Le livre # est sur la table.", engineRequests: 3 },
] as const;
const TOTAL_SENTENCES = SENTENCES * SPEAKERS.length;

interface Speaker {
  person: Person;
  devtools: CDPSession;
  /** Says all sentences by the page's own clock, because commands from outside cost memory in the page. */
  speak(): Promise<void>;
}

/** Counts the received broadcasts of lines and translations. */
const countDeliveries = ({ context }: Person) =>
  context.addInitScript(() => {
    const OriginalWebSocket = WebSocket;
    const counts = { lines: 0, deliveries: 0 };
    Object.assign(window, { parleyDeliveries: counts });
    window.WebSocket = class extends OriginalWebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        this.addEventListener("message", ({ data }) => {
          const text = typeof data === "string" ? data : new TextDecoder().decode(data);
          const posted = text.includes("line_posted");
          if (posted) counts.lines += 1;
          if (posted || text.includes("translated")) counts.deliveries += 1;
        });
      }
    };
  });

const createSpeaker =
  ({ page }: Person, sentence: string, delayMs: number) =>
  (): Promise<void> =>
    page.evaluate(
      ({ sentence, delayMs, intervalMs, count }) =>
        new Promise<void>((done) => {
          let spoken = 0;
          const speak = () => {
            Reflect.get(window, "parleyHears")(sentence.replace("#", String(1_000 + spoken)), true);
            spoken += 1;
            if (spoken < count) return;
            clearInterval(timer);
            done();
          };
          let timer = setTimeout(() => {
            timer = setInterval(speak, intervalMs);
            speak();
          }, delayMs);
        }),
      { sentence, delayMs, intervalMs: SENTENCE_INTERVAL_MS, count: SENTENCES },
    );

/** Two samples of an idle page differ by up to half a megabyte, because V8 drops and recompiles code. */
const HEAP_SAMPLES = scaled(5, 1);
const HEAP_SAMPLE_INTERVAL_MS = 2_000;
/** A single collection leaves some garbage behind. */
const COLLECTIONS = 5;

/** Returns the median megabytes of used JavaScript heap after garbage collection. */
async function measureHeap({ devtools }: Speaker): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < HEAP_SAMPLES; sample += 1) {
    for (let n = 0; n < COLLECTIONS; n += 1) await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    samples.push(usedSize / 1e6);
    await new Promise((resolve) => setTimeout(resolve, HEAP_SAMPLE_INTERVAL_MS));
  }
  return percentile(samples, 0.5);
}

export async function measureTenMinutes(app: App): Promise<Figure[]> {
  const browser = await launchBrowser({ light: true });
  const speakers: Speaker[] = [];
  let link = "";
  for (const [at, { name, language, sentence }] of SPEAKERS.entries()) {
    const person = await arrive({ locale: "en", url: app.url, smallVideoFps: 15, browser });
    await giveScriptedRecogniser(person);
    await countDeliveries(person);
    if (link === "") link = await openMeeting(person);
    await joinWithChat(person, link, { name, speaks: language, reads: language });
    await expectListening(person);
    const devtools = await person.context.newCDPSession(person.page);
    const delayMs = (at * SENTENCE_INTERVAL_MS) / SPEAKERS.length;
    speakers.push({ person, devtools, speak: createSpeaker(person, sentence, delayMs) });
  }
  const { requestCount } = app.engine;
  const spoken = Promise.all(speakers.map(({ speak }) => speak()));
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const before = await Promise.all(speakers.map(measureHeap));
  await spoken;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const after = await Promise.all(speakers.map(measureHeap));
  const delivered = await Promise.all(
    speakers.map(({ person }) => person.page.evaluate(() => Reflect.get(window, "parleyDeliveries"))),
  );
  const faults = await countFaults(app, TOTAL_SENTENCES);
  const complaints = speakers.flatMap(({ person }) => person.consoleErrors());
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  await browser.close();
  const expectedRequests = SENTENCES * SPEAKERS.reduce((sum, { engineRequests }) => sum + engineRequests, 0);
  const growth = Math.max(...after.map((megabytes, at) => (100 * (megabytes - (before[at] ?? 0))) / (before[at] ?? 1)));
  const name = `three speakers, three languages, ${DURATION_MS / 1000} s`;
  return [
    {
      name: `${name}: lines missing, duplicate, out of order or untranslated`,
      value: faults,
      samples: TOTAL_SENTENCES,
      bar: 0,
      unit: "",
    },
    {
      name: `${name}: engine requests to those needed`,
      value: (app.engine.requestCount - requestCount) / expectedRequests,
      samples: TOTAL_SENTENCES,
      bar: 1,
      unit: "",
      note: `${expectedRequests} needed`,
    },
    {
      name: `${name}: deliveries for a line and participant`,
      value: Math.max(...delivered.map(({ lines, deliveries }) => deliveries / lines)),
      samples: Math.min(...delivered.map(({ lines }) => lines)),
      bar: 2,
      unit: "",
    },
    {
      name: `${name}: growth of a page's memory, per cent`,
      value: growth,
      samples: after.length,
      bar: 10,
      unit: "",
      note: after.map((megabytes, at) => `${(before[at] ?? 0).toFixed(1)} → ${megabytes.toFixed(1)} MB`).join(", "),
    },
  ];
}

/** Counts, in the database, lines that are missing, duplicate or out of order, and missing translations. */
async function countFaults({ stack }: App, spoken: number): Promise<number> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ lines: number; disordered: number; translated: number; repeated: number }[]>`
    with speech as (
      select id, author, text, seq, (regexp_match(text, '[0-9]+'))[1]::int as n,
        lag((regexp_match(text, '[0-9]+'))[1]::int) over (partition by author order by seq) as before
      from public.lines where kind = 'speech'
    )
    select count(*)::int as lines,
      (count(*) filter (where before >= n))::int as disordered,
      (select count(*)::int from public.translations join speech on speech.id = line_id where status = 'ready') as translated,
      (count(*) - count(distinct (author, text)))::int as repeated
    from speech`;
  await sql.end();
  if (row === undefined) throw new Error("The database returned no row");
  return Math.abs(spoken - row.lines) + row.disordered + row.repeated + Math.abs(2 * spoken - row.translated);
}
