/**
 * The transcript of a two-hour call in a browser, with 3,000 lines in three languages each. Measures the time until it is
 * painted, the frame rate of scrolling once complete, and the time from a key in the search field to the painted count.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import postgres from "postgres";
import { openAccount, signIn } from "../tests/support/accounts.ts";
import type { App } from "../tests/support/app.ts";
import { arrive } from "../tests/support/people.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const LINES = scaled(3_000, 300);
const ROUNDS = scaled(5, 1);

/** Inserts a past call of this account with all its lines, and returns the path of its transcript. */
async function insertCall(app: App, account: Awaited<ReturnType<typeof openAccount>>): Promise<string> {
  const { client } = account;
  const rpc = async <T>(name: string, args: object): Promise<T> => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw error;
    return data;
  };
  const { code } = await rpc<{ code: string }>("create_meeting", { p_meeting_id: randomUUID(), p_title: "Two hours" });
  const { meeting_id } = await rpc<{ meeting_id: string }>("knock", {
    ...{ p_code: code, p_display_name: "Tom", p_speaks: "es", p_reads: "en" },
  });
  const entered = await rpc<{ call: { id: string } }>("enter_call", {
    p_meeting_id: meeting_id,
    p_peer_id: randomUUID(),
  });
  const call = entered.call.id;
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update public.calls set started_at = now() - interval '3 hours' where id = ${call}`;
  await sql`
    insert into public.lines (
      id, meeting_id, call_id, seq, changed, kind, author, language, text, created_at, spoken_at, spoken_ms
    )
    select gen_random_uuid(), ${meeting_id}, ${call}, 100 + 2 * n, 101 + 2 * n, 'speech', user_id, 'es',
      'Línea ' || n || ': el autobús sale a las ocho de la puerta norte y vuelve por la tarde.',
      now() - interval '3 hours' + n * interval '2.4 seconds', now() - interval '3 hours' + n * interval '2.4 seconds', 2000
    from public.participants, generate_series(1, ${LINES}) as n
    where meeting_id = ${meeting_id}`;
  await sql`
    insert into public.translations (line_id, revision, language, status, text, engine, lease_until)
    select id, 1, target, 'ready', 'Line ' || seq || ': the bus leaves the north gate at eight and comes back later.',
      'bench', now()
    from public.lines, unnest(array['en', 'fr']) as target
    where call_id = ${call}`;
  await sql.end();
  return `/meetings/${meeting_id}/calls/${call}`;
}

const firstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);

/** Scrolls 100 px a frame and returns the milliseconds between frames. */
const scroll = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        let previous = performance.now();
        let framesLeft = 240;
        window.scrollTo(0, 0);
        const frame = (now: number) => {
          frames.push(now - previous);
          previous = now;
          framesLeft -= 1;
          window.scrollBy(0, 100);
          if (framesLeft === 0) resolve(frames.slice(5));
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  );

const fps = (frames: readonly number[]): number =>
  Math.round((1000 * frames.length) / frames.reduce((sum, duration) => sum + duration, 0));

/** Times each key, within the page, to the end of the frame that shows the count of matches. */
async function timeSearch(page: Page, typed: string): Promise<number[]> {
  const times: number[] = [];
  await page.locator("input[type=search]").focus();
  for (let length = 1; length <= typed.length; length += 1)
    times.push(
      await page.evaluate(
        async (value) => {
          const field = document.querySelector<HTMLInputElement>("input[type=search]");
          if (field === null) return Number.NaN;
          const startedAt = performance.now();
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
          field.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise(requestAnimationFrame);
          await new Promise((resolve) => setTimeout(resolve));
          return performance.now() - startedAt;
        },
        typed.slice(0, length),
      ),
    );
  return times;
}

export async function measureTranscript(app: App): Promise<Figure[]> {
  const account = await openAccount(app, "bench");
  const path = await insertCall(app, account);
  const person = await arrive({ url: app.url, locale: "en", viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await signIn(page, account);
  const paints: number[] = [];
  const complete: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedAt = performance.now();
    await page.goto(path);
    await page.waitForFunction((lines) => document.querySelectorAll(".part-of-lines > li[id]").length === lines, LINES);
    // The first round compiles the code.
    if (round > 0) complete.push(performance.now() - startedAt);
    if (round > 0) paints.push(await firstPaint(page));
  }
  const frames = await scroll(page);
  const plainList = await person.context.newPage();
  await plainList.setContent(
    `<ol>${"<li style='padding: 24px'>The bus leaves the north gate at eight.</li>".repeat(LINES)}</ol>`,
  );
  const plainListFps = fps(await scroll(plainList));
  await plainList.close();
  await page.bringToFront();
  const keys: number[] = [];
  for (const query of ["autobus sale a las ocho", "comes back later", "north gate at eight"])
    keys.push(...(await timeSearch(page, query)));
  await person.leave();
  const note = `${LINES.toLocaleString("en")} lines in 3 languages`;
  return [
    { name: "transcript: first paint, p50", ...percentileOf(paints, 0.5), bar: 1_000, unit: "ms", note },
    { name: "transcript: every line in the page, p50", ...percentileOf(complete, 0.5), bar: 5_000, unit: "ms", note },
    {
      name: "transcript: scrolling",
      value: fps(frames),
      samples: frames.length,
      bar: 60,
      sense: "least",
      unit: "fps",
      note: `a plain list of text here: ${plainListFps} fps`,
    },
    {
      name: "transcript: a key in the search field, p95",
      ...percentileOf(keys, 0.95),
      bar: 50,
      unit: "ms",
      note: `p50 ${percentile(keys, 0.5).toFixed(0)} ms`,
    },
  ];
}
