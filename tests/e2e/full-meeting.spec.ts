/**
 * A complete meeting with real media and the real engine: three people, three languages, one link. It covers joining,
 * reading, a removal, the end, and access the next day.
 */
import { REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import postgres from "postgres";
import { history } from "#contracts/lines.ts";
import { type Account, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { createTestClient } from "../support/client.ts";
import { callRpcDirectly, chooseParticipantAction, requireKnocking } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import {
  chooseMoreItem,
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  remoteFrames,
  sendMessage,
  text,
} from "../support/userActions.ts";

const INES = { name: "Inés", speaks: "es", reads: "es" } as const;
const TOM = { name: "Tom", speaks: "en", reads: "en" } as const;
const CAMILLE = { name: "Camille", speaks: "fr", reads: "fr" } as const;
type MeetingReader = typeof INES | typeof TOM | typeof CAMILLE;

/** Each line with its Apertium translations for the others. */
const LINES = [
  { by: INES, es: "La casa es grande.", en: "The house is big.", fr: "La maison est grande." },
  { by: TOM, es: "Tengo el mapa.", en: "I have the map.", fr: "J'ai la carte." },
  { by: CAMILLE, es: "El libro es sobre la mesa.", en: "The book is on the table.", fr: "Le livre est sur la table." },
  { by: INES, es: "El perro blanco come.", en: "The white dog eats.", fr: "Le chien blanc mange." },
  { by: TOM, es: "Mi amigo tiene un coche rojo.", en: "My friend has a red car.", fr: "Mon ami a une voiture rouge." },
  { by: CAMILLE, es: "La puerta es blanca.", en: "The door is white.", fr: "La porte est blanche." },
] as const;

/** Expects the line in the reader's language, and its original after one click. */
async function readsInOwnLanguage(person: Person, reader: MeetingReader, line: (typeof LINES)[number]): Promise<void> {
  const shown = lineWithText(person, line[reader.reads]);
  await expect(shown).toHaveCount(1);
  if (line.by === reader) return;
  const original = line[line.by.speaks];
  await expect(shown.locator(`p[lang="${reader.reads}"]`)).toHaveText(line[reader.reads]);
  await expect(shown).not.toContainText(original);
  const from = shown.getByRole("button", { name: new RegExp(FROM[await localeOf(person)][line.by.speaks], "u") });
  await from.click();
  await expect(shown.locator(`p[lang="${line.by.speaks}"]`)).toHaveText(original);
  await from.click();
  await expect(shown).not.toContainText(original);
}
const FROM = {
  en: { es: "from Spanish", en: "from English", fr: "from French" },
  es: { es: "del español", en: "del inglés", fr: "del francés" },
} as const;
const localeOf = async ({ page }: Person): Promise<keyof typeof FROM> =>
  (await page.locator("html").getAttribute("lang")) === "es" ? "es" : "en";

/** Expects this number of remote videos, all with new frames. */
async function seesMoving(person: Person, others: number): Promise<void> {
  await expect(person.page.locator("video:not([hidden])")).toHaveCount(others + 1);
  await expectRemoteVideo(person);
}

/** Makes the account a member of the host's workspace. */
async function makeMember({ stack }: App, host: Account, member: Account): Promise<void> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`
    insert into public.workspace_members (workspace_id, user_id, role)
    select m.workspace_id, colleague.id, 'member'
    from auth.users host join public.workspace_members m on m.user_id = host.id, auth.users colleague
    where host.email = ${host.email} and colleague.email = ${member.email}`;
  await sql.end();
}

test("three people meet in three languages", async ({ app, person }) => {
  const [hostAccount, memberAccount] = [await openAccount(app, "ines"), await openAccount(app, "camille")];
  await makeMember(app, hostAccount, memberAccount);

  const ines = await person({ locale: "es", ownBrowser: true });
  await signIn(ines.page, hostAccount);
  const link = await openMeeting(ines);
  await fillPreJoin(ines, INES);
  await joinCall(ines);
  await requireKnocking(ines);

  const tom = await person({ locale: "en", ownBrowser: true });
  await test.step("the guest knocks and is admitted", async () => {
    await tom.page.goto(link);
    await fillPreJoin(tom, TOM);
    await tom.page.getByRole("button", { name: await text(tom.page, "prejoin.ask") }).click();
    await expect(tom.page.getByRole("heading", { name: "Waiting to be let in" })).toBeVisible();
    await ines.page.getByRole("button", { name: await text(ines.page, "people.waiting.admit"), exact: true }).click();
    await expect(tom.page.getByRole("button", { name: "Leave", exact: true })).toBeVisible();
  });

  const camille = await person({ locale: "en", ownBrowser: true });
  await test.step("the workspace member joins without knocking", async () => {
    await signIn(camille.page, memberAccount);
    await camille.page.goto(link);
    await fillPreJoin(camille, CAMILLE);
    await joinCall(camille);
  });

  const everybody = [
    [ines, INES],
    [tom, TOM],
    [camille, CAMILLE],
  ] as const;
  for (const [someone] of everybody) await seesMoving(someone, 2);
  for (const [someone] of everybody) await openChat(someone);
  await test.step("everyone reads all six lines in their own language", async () => {
    for (const line of LINES) {
      const [author] = everybody.find(([, speakerName]) => speakerName === line.by) ?? [ines];
      await sendMessage(author, line[line.by.speaks]);
    }
    for (const [someone, reader] of everybody)
      for (const line of LINES) await readsInOwnLanguage(someone, reader, line);
  });

  await test.step("a reload keeps the member's lines and choices", async () => {
    await camille.page.reload();
    const name = camille.page.getByLabel(await text(camille.page, "prejoin.name"), { exact: true });
    await expect(name).toHaveValue(CAMILLE.name);
    await joinCall(camille);
    await openChat(camille);
    for (const line of LINES) await readsInOwnLanguage(camille, CAMILLE, line);
    await seesMoving(camille, 2);
  });

  await test.step("the removed guest receives nothing more", async () => {
    tom.allowConsoleError(/status of 4(?:03|10)/u);
    await chooseParticipantAction(ines, TOM.name, await text(ines.page, "people.remove"));
    const question = ines.page.getByRole("alertdialog");
    await question.getByRole("button", { name: await text(ines.page, "people.remove.press"), exact: true }).click();
    await expect(tom.page.getByRole("heading", { name: "You were removed from this meeting." })).toBeVisible();
    for (const someone of [ines, camille]) await seesMoving(someone, 1);
    await openChat(ines);
    await sendMessage(ines, "El libro rojo es nuevo.");
    await expect(lineWithText(camille, "Le livre rouge est nouveau.")).toHaveCount(1);
    await expect(tom.page.getByText("El libro rojo es nuevo.")).toHaveCount(0);
    expect(await remoteFrames(tom.page)).toBe(-1);
  });

  await test.step("a stranger receives nothing", () => nothingForAStranger(app, link, person));

  const ids = await idsOf(app, link);
  await test.step("the host ends the meeting for everyone", async () => {
    await chooseMoreItem(ines, "call.left.endAll");
    const question = ines.page.getByRole("alertdialog");
    await question.getByRole("button", { name: await text(ines.page, "people.end"), exact: true }).click();
    for (const { page } of [ines, camille])
      await expect(page.getByRole("heading", { name: await text(page, "call.ended.title") })).toBeVisible();
    camille.allowConsoleError(/status of 410/u);
    await camille.page.goto(link);
    await expect(camille.page.getByText("This meeting has ended.")).toBeVisible();
  });

  await test.step("the next day only the member has access", async () => {
    await aDayLater(app, ids);
    const { data } = await memberAccount.client.rpc("history", { p_call_id: ids.call, p_before_seq: null });
    const { lines } = history.parse(data);
    // Three people wrote at the same time, so the server decides the order.
    expect(new Set(lines.map((line) => line.text))).toEqual(
      new Set([...LINES.map((line) => line[line.by.speaks]), "El libro rojo es nuevo."]),
    );
    for (const line of LINES) {
      const kept = lines.find(({ text: words }) => words === line[line.by.speaks]);
      if (line.by !== CAMILLE) expect(kept?.translations.find(({ language }) => language === "fr")?.text).toBe(line.fr);
    }
    const transcript = `/meetings/${ids.meeting}/calls/${ids.call}`;
    await camille.page.goto(transcript);
    for (const line of LINES) await expect(camille.page.getByText(line.fr, { exact: true }).first()).toBeVisible();
    tom.allowConsoleError(/status of 40[34]/u);
    await tom.page.goto(transcript);
    await expect(tom.page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const line of LINES) await expect(tom.page.getByText(line.en, { exact: true })).toHaveCount(0);
    const refused = /^meeting\/(?:removed|not-entered|ended)$/u;
    expect(await callRpcDirectly(tom, app, "history", { p_call_id: ids.call, p_before_seq: null })).toMatch(refused);
    expect(await callRpcDirectly(tom, app, "changes_since", { p_meeting_id: ids.meeting, p_after_seq: 0 })).toMatch(
      refused,
    );
  });
});

interface Ids {
  meeting: string;
  call: string;
  epoch: number;
}

async function idsOf({ stack }: App, link: string): Promise<Ids> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const code = (link.split("/").at(-1) ?? "").replaceAll("-", "");
  const [ids] = await sql<Ids[]>`
    select m.id as meeting, c.id as call, m.epoch
    from public.meetings m join public.calls c on c.meeting_id = m.id where m.code = ${code}`;
  await sql.end();
  if (!ids) throw new Error("no such meeting");
  return ids;
}

/** Moves all times of this meeting back by a day. */
async function aDayLater({ stack }: App, { meeting, call }: Ids): Promise<void> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const day = "1 day";
  await sql`update public.calls set started_at = started_at - ${day}::interval, ended_at = ended_at - ${day}::interval where id = ${call}`;
  await sql`update public.attendance set joined_at = joined_at - ${day}::interval, left_at = left_at - ${day}::interval where call_id = ${call}`;
  await sql`update public.lines set created_at = created_at - ${day}::interval where meeting_id = ${meeting}`;
  await sql.end();
}

async function nothingForAStranger(
  app: App,
  link: string,
  person: (options: { locale: "en" }) => Promise<Person>,
): Promise<void> {
  const stranger = await person({ locale: "en" });
  await stranger.page.goto(link);
  await expect(stranger.page.getByRole("button", { name: "Ask to join" })).toBeVisible();
  // The pre-join page creates no user for a visitor, so there is no token.
  expect(await stranger.context.cookies()).toEqual([]);
  const status = await stranger.page.evaluate(async () => {
    const response = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"renew":false}',
    });
    return response.status;
  });
  expect(status).toBe(204);

  // Even with a user of their own and every id that they could know.
  const ids = await idsOf(app, link);
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const [line] = await sql<{ id: string }[]>`select id from public.lines where meeting_id = ${ids.meeting} limit 1`;
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
  await sql.end();
  if (!line) throw new Error("the story left no line");

  const client = createTestClient(app.stack);
  await client.auth.signInAnonymously();
  for (const { name } of tables) {
    const { data } = await client.from(name).select();
    expect({ [name]: data }).toEqual({ [name]: null });
  }
  for (const [name, args] of [
    ["changes_since", { p_meeting_id: ids.meeting, p_after_seq: 0 }],
    ["history", { p_call_id: ids.call, p_before_seq: null }],
    ["enter_call", { p_meeting_id: ids.meeting, p_peer_id: crypto.randomUUID() }],
    [
      "post_line",
      { p_line_id: crypto.randomUUID(), p_call_id: ids.call, p_language: "en", p_text: "I was never here." },
    ],
  ] as const) {
    const { error } = await client.rpc(name, args);
    expect({ [name]: error?.message }).toEqual({ [name]: "meeting/not-entered" });
  }
  const translated = await client.functions.invoke("translate", { body: { lines: [line.id] } });
  expect(translated.data).toEqual({ results: [] });

  const topic = client.channel(`meeting:${ids.meeting}:${ids.epoch}:${ids.call}`, { config: { private: true } });
  const topicStatus = await new Promise((resolve) => {
    topic.subscribe((state) => resolve(state));
  });
  expect(topicStatus).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  await client.removeAllChannels();
}
