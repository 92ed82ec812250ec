/**
 * Ten minutes in which three people speak, each in a language of their own: every sentence a line, each line once in every
 * language, in order, within the limits of the plan Free, and pages that do not grow.
 */
import type { CDPSession } from "@playwright/test";
import postgres from "postgres";
import type { App } from "../tests/support/app.ts";
import { joinWithChat } from "../tests/support/chat.ts";
import { arrive, launchBrowser, type Person } from "../tests/support/people.ts";
import { giveScriptedRecogniser, listens } from "../tests/support/scriptedRecogniser.ts";
import { openMeeting } from "../tests/support/userActions.ts";
import { type Figure, percentile } from "./table.ts";

const MINUTES = 10;
/** Each says a sentence so often, milliseconds. */
const SENTENCE_INTERVAL_MS = 4_000;
const SENTENCES = (MINUTES * 60_000) / SENTENCE_INTERVAL_MS;
/** When the memory is first taken: all that loads late is there. */
const WARM_UP_MS = 60_000;

/** `#` counts. `questions`: what Apertium is asked for two languages; English and French meet in Spanish, which is one more. */
const SPEAKERS = [
  { name: "Inés", language: "es", sentence: "La casa # es grande.", questions: 2 },
  { name: "Tom", language: "en", sentence: "I live in the house #.", questions: 3 },
  { name: "Camille", language: "fr", sentence: "Le livre # est sur la table.", questions: 3 },
] as const;
const TOTAL_SENTENCES = SENTENCES * SPEAKERS.length;

interface Speaker {
  person: Person;
  devtools: CDPSession;
  /** All sentences, one after the other, by the page's own clock: what a page is told from outside costs its memory too. */
  speak(): Promise<void>;
}

/** Counts broadcasts of lines and translations as they come in. */
const countDeliveries = ({ context }: Person) =>
  context.addInitScript(() => {
    const Real = WebSocket;
    const counts = { lines: 0, deliveries: 0 };
    Object.assign(window, { parleyDeliveries: counts });
    window.WebSocket = class extends Real {
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

const speaks =
  ({ page }: Person, sentence: string, after: number) =>
  (): Promise<void> =>
    page.evaluate(
      ({ sentence, after, every, count }) =>
        new Promise<void>((done) => {
          let said = 0;
          const say = () => {
            Reflect.get(window, "parleyHears")(sentence.replace("#", String(1_000 + said)), true);
            said += 1;
            if (said < count) return;
            clearInterval(timer);
            done();
          };
          let timer = setTimeout(() => {
            timer = setInterval(say, every);
            say();
          }, after);
        }),
      { sentence, after, every: SENTENCE_INTERVAL_MS, count: SENTENCES },
    );

/** Of one look the next differs by up to half a megabyte, though nobody did anything: V8 drops code and makes it again. */
const HEAP_SAMPLES = 5;

/**
 * Megabytes of JavaScript that are in use after the garbage was collected, the middle of some looks; some of it goes only
 * when it is collected again.
 */
async function heap({ devtools }: Speaker): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < HEAP_SAMPLES; look += 1) {
    for (let time = 0; time < 5; time += 1) await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    looks.push(usedSize / 1e6);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  return percentile(looks, 0.5);
}

export async function measureTenMinutes(app: App): Promise<Figure[]> {
  const browser = await launchBrowser({ light: true });
  const speakers: Speaker[] = [];
  let link = "";
  for (const [at, { name, language, sentence }] of SPEAKERS.entries()) {
    const person = await arrive({ locale: "en", url: app.url, smallPictures: 15, browser });
    await giveScriptedRecogniser(person);
    await countDeliveries(person);
    if (link === "") link = await openMeeting(person);
    await joinWithChat(person, link, { name, speaks: language, reads: language });
    await listens(person);
    const devtools = await person.context.newCDPSession(person.page);
    speakers.push({ person, devtools, speak: speaks(person, sentence, (at * SENTENCE_INTERVAL_MS) / SPEAKERS.length) });
  }
  const { requestCount } = app.engine;
  const spoken = Promise.all(speakers.map((one) => one.speak()));
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const before = await Promise.all(speakers.map(heap));
  await spoken;
  // The last translations arrive.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const after = await Promise.all(speakers.map(heap));
  const delivered = await Promise.all(
    speakers.map(({ person }) => person.page.evaluate(() => Reflect.get(window, "parleyDeliveries"))),
  );
  const wrong = await faults(app, TOTAL_SENTENCES);
  const complaints = speakers.flatMap(({ person }) => person.complaints());
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  await browser.close();
  const questions = SENTENCES * SPEAKERS.reduce((sum, one) => sum + one.questions, 0);
  const growth = Math.max(...after.map((megabytes, at) => (100 * (megabytes - (before[at] ?? 0))) / (before[at] ?? 1)));
  const name = `three speakers, three languages, ${MINUTES} minutes`;
  return [
    { name: `${name}: lines missing, twice, out of order or not in every language`, value: wrong, bar: 0, unit: "" },
    {
      ...{
        name: `${name}: an engine asked for a line and language`,
        value: (app.engine.requestCount - requestCount) / questions,
      },
      ...{ bar: 1, unit: "", note: `${TOTAL_SENTENCES} lines, ${questions} questions` },
    },
    {
      ...{ name: `${name}: deliveries for a line and person`, bar: 2, unit: "" },
      value: Math.max(...delivered.map(({ lines, deliveries }) => deliveries / lines)),
    },
    {
      ...{ name: `${name}: growth of a page's memory, per cent`, value: growth, bar: 10, unit: "" },
      note: after.map((megabytes, at) => `${(before[at] ?? 0).toFixed(1)} → ${megabytes.toFixed(1)} MB`).join(", "),
    },
  ];
}

/** As the database has them: who said what in which order, and what became of each. */
async function faults({ stack }: App, said: number): Promise<number> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ lines: number; disordered: number; translated: number; repeated: number }[]>`
    with said as (
      select id, author, text, seq, (regexp_match(text, '[0-9]+'))[1]::int as n,
        lag((regexp_match(text, '[0-9]+'))[1]::int) over (partition by author order by seq) as before
      from public.lines where kind = 'speech'
    )
    select count(*)::int as lines,
      (count(*) filter (where before >= n))::int as disordered,
      (select count(*)::int from public.translations join said on said.id = line_id where status = 'ready') as translated,
      (count(*) - count(distinct (author, text)))::int as repeated
    from said`;
  await sql.end();
  if (row === undefined) throw new Error("The database answered nothing");
  return Math.abs(said - row.lines) + row.disordered + row.repeated + Math.abs(2 * said - row.translated);
}
