/**
 * The transcript of a two-hour call in a browser: 3,000 lines, each in three languages. How soon it is painted, how smoothly
 * it scrolls once all of it is there, how long a key of the search takes until its count is painted.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import postgres from "postgres";
import { openAccount, signIn } from "../tests/support/accounts.ts";
import type { App } from "../tests/support/app.ts";
import { arrive } from "../tests/support/people.ts";
import { type Figure, percentile } from "./table.ts";

const LINES = 3_000;
const ROUNDS = 5;

/** A call of this account's, long over, with all its lines; answers its path. */
async function holdCall(app: App, account: Awaited<ReturnType<typeof openAccount>>): Promise<string> {
  const { client } = account;
  const ask = async <T>(name: string, args: object): Promise<T> => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw error;
    return data;
  };
  const { code } = await ask<{ code: string }>("create_meeting", { p_meeting_id: randomUUID(), p_title: "Two hours" });
  const { meeting_id } = await ask<{ meeting_id: string }>("knock", {
    ...{ p_code: code, p_display_name: "Tom", p_speaks: "es", p_reads: "en" },
  });
  const entered = await ask<{ call: { id: string } }>("enter_call", {
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

/** Milliseconds between frames while the wheel turns, 100 px a frame. */
const scroll = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        let before = performance.now();
        let left = 240;
        window.scrollTo(0, 0);
        const frame = (now: number) => {
          frames.push(now - before);
          before = now;
          left -= 1;
          window.scrollBy(0, 100);
          if (left === 0) resolve(frames.slice(5));
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  );

const fps = (frames: readonly number[]): number =>
  Math.round((1000 * frames.length) / frames.reduce((sum, one) => sum + one, 0));

/** From a key to the end of the frame that shows its count: in the page, without the test's own way there. */
async function search(page: Page, typed: string): Promise<number[]> {
  const times: number[] = [];
  await page.locator("input[type=search]").focus();
  for (let length = 1; length <= typed.length; length += 1)
    times.push(
      await page.evaluate(
        async (value) => {
          const field = document.querySelector<HTMLInputElement>("input[type=search]");
          if (field === null) return Number.NaN;
          const began = performance.now();
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
          field.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise(requestAnimationFrame);
          await new Promise((resolve) => setTimeout(resolve));
          return performance.now() - began;
        },
        typed.slice(0, length),
      ),
    );
  return times;
}

export async function measureTranscript(app: App): Promise<Figure[]> {
  const account = await openAccount(app, "bench");
  const path = await holdCall(app, account);
  const person = await arrive({ url: app.url, locale: "en", viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await signIn(page, account);
  const paints: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    await page.goto(path);
    await page.waitForFunction((lines) => document.querySelectorAll(".part-of-lines > li[id]").length === lines, LINES);
    // The first compiles what the others find ready.
    if (round > 0) whole.push(performance.now() - began);
    if (round > 0) paints.push(await firstPaint(page));
  }
  const frames = await scroll(page);
  const plain = await person.context.newPage();
  await plain.setContent(
    `<ol>${"<li style='padding: 24px'>The bus leaves the north gate at eight.</li>".repeat(LINES)}</ol>`,
  );
  const usual = fps(await scroll(plain));
  await plain.close();
  await page.bringToFront();
  const keys: number[] = [];
  for (const words of ["autobus sale a las ocho", "comes back later", "north gate at eight"])
    keys.push(...(await search(page, words)));
  await person.leave();
  const note = `${LINES.toLocaleString("en")} lines in 3 languages`;
  return [
    { name: "transcript: first paint, p50", value: percentile(paints, 0.5), bar: 1_000, unit: "ms", note },
    { name: "transcript: every line in the page, p50", value: percentile(whole, 0.5), bar: 5_000, unit: "ms", note },
    {
      name: "transcript: scrolling",
      value: fps(frames),
      bar: 60,
      sense: "least",
      unit: "fps",
      note: `a plain list of text here: ${usual} fps`,
    },
    {
      name: "transcript: a key of the search, p95",
      value: percentile(keys, 0.95),
      bar: 50,
      unit: "ms",
      note: `p50 ${percentile(keys, 0.5).toFixed(0)} of ${keys.length}`,
    },
  ];
}
