/** The main job, end to end: two people, two languages, one link; and somebody who was never let in. */
import { createClient, REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import postgres from "postgres";
import type { App } from "../support/app.ts";
import type { Person } from "../support/people.ts";
import { enter, fillDoor, lineShowing, openChat, openMeeting, seesOthersMove, text, write } from "../support/steps.ts";
import { expect, test } from "../support/test.ts";

const INES = { name: "Inés", speaks: "es", reads: "es" };
const TOM = { name: "Tom", speaks: "en", reads: "en" };

/** Each line as its author wrote it and as the other reads it: what Apertium makes of it. */
const LINES = [
  { by: INES, original: "La casa es grande.", read: "The house is big." },
  { by: TOM, original: "I have the map.", read: "Tengo el mapa." },
  { by: INES, original: "El perro blanco come.", read: "The white dog eats." },
  { by: TOM, original: "My friend has a red car.", read: "Mi amigo tiene un coche rojo." },
] as const;

/** The reader sees the line in their language, and its original behind one press. */
async function readsInOwnLanguage(reader: Person, own: typeof INES, line: (typeof LINES)[number]): Promise<void> {
  if (line.by.name === own.name) {
    await expect(lineShowing(reader, line.original)).toHaveCount(1);
    return;
  }
  const shown = lineShowing(reader, line.read);
  await expect(shown).toHaveCount(1);
  await expect(shown.locator(`p[lang="${own.reads}"]`)).toHaveText(line.read);
  await expect(shown).not.toContainText(line.original);
  const from = shown.getByRole("button");
  await from.click();
  await expect(shown.locator(`p[lang="${line.by.speaks}"]`)).toHaveText(line.original);
  await from.click();
  await expect(shown).not.toContainText(line.original);
}

test("two people, two languages, one link", async ({ app, person }) => {
  const host = await person({ locale: "es" });
  const link = await openMeeting(host);
  await fillDoor(host, INES);
  await enter(host);

  const guest = await person({ locale: "en" });
  await guest.page.goto(link);
  await expect(guest.page.getByText("Inés is inside")).toBeVisible();
  await fillDoor(guest, TOM);
  await enter(guest);

  await seesOthersMove(host);
  await seesOthersMove(guest);
  await openChat(host);
  await openChat(guest);
  for (const line of LINES) await write(line.by === INES ? host : guest, line.original);
  for (const line of LINES) {
    await readsInOwnLanguage(host, INES, line);
    await readsInOwnLanguage(guest, TOM, line);
  }

  await test.step("both reload and find everything again, their choices too", async () => {
    for (const [reader, own] of [
      [host, INES],
      [guest, TOM],
    ] as const) {
      await reader.page.reload();
      await expect(reader.page.getByLabel(await text(reader.page, "door.name"), { exact: true })).toHaveValue(own.name);
      await enter(reader);
      await openChat(reader);
      for (const line of LINES) await readsInOwnLanguage(reader, own, line);
    }
    await seesOthersMove(host);
    await seesOthersMove(guest);
  });

  await test.step("who never entered gets nothing", () => nothingForAStranger(app, link, person));
});

async function nothingForAStranger(
  app: App,
  link: string,
  person: (options: { locale: "en" }) => Promise<Person>,
): Promise<void> {
  const stranger = await person({ locale: "en" });
  await stranger.page.goto(link);
  await expect(stranger.page.getByRole("button", { name: "Enter" })).toBeVisible();
  // A visitor at the door is nobody: no user was made for them, and there is no token to be had.
  expect(await stranger.context.cookies()).toEqual([]);
  const status = await stranger.page.evaluate(async () => {
    const answer = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"renew":false}',
    });
    return answer.status;
  });
  expect(status).toBe(204);

  // With a user of their own, and all the ids that they could have learned.
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const [ids] = await sql<{ meeting: string; call: string; line: string; epoch: number }[]>`
    select m.id as meeting, c.id as call, l.id as line, m.epoch
    from public.lines l join public.calls c on c.id = l.call_id join public.meetings m on m.id = c.meeting_id
    where l.text = ${LINES[0].original} limit 1`;
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
  await sql.end();
  if (!ids) throw new Error("the story left no line");

  const client = createClient(app.stack.url, app.stack.publishableKey, { auth: { persistSession: false } });
  await client.auth.signInAnonymously();
  for (const { name } of tables) {
    const { data } = await client.from(name).select();
    // Their own empty profile is all that a stranger may read.
    expect({ [name]: (data ?? []).length }).toEqual({ [name]: name === "profiles" ? 1 : 0 });
  }
  for (const [name, args] of [
    ["changes", { meeting_id: ids.meeting, after: 0 }],
    ["history", { call_id: ids.call, before: null }],
    ["enter_call", { meeting_id: ids.meeting, peer_id: crypto.randomUUID() }],
    ["post_line", { id: crypto.randomUUID(), call_id: ids.call, language: "en", text: "I was never here." }],
  ] as const) {
    const { error } = await client.rpc(name, args);
    expect({ [name]: error?.message }).toEqual({ [name]: "meeting/not-entered" });
  }
  const translated = await client.functions.invoke("translate", { body: { lines: [ids.line] } });
  expect(translated.data).toEqual({ results: [] });

  const topic = client.channel(`meeting:${ids.meeting}:${ids.epoch}`, { config: { private: true } });
  const answer = await new Promise((resolve) => {
    topic.subscribe((state) => resolve(state));
  });
  expect(answer).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  await client.removeAllChannels();
}
