/** Captions in the reader's language. In a meeting that keeps nothing, they reach only those present. */
import type postgres from "postgres";
import type { App } from "../support/app.ts";
import { withAdminSql } from "../support/callFixture.ts";
import { INES, joinInesAndTom, joinWithChat, TOM } from "../support/chat.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { callRpcDirectly } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { emitSentence, expectListening, giveScriptedRecogniser } from "../support/scriptedRecogniser.ts";
import { expect, test } from "../support/test.ts";
import { chooseMoreItem, expectRemoteVideo, openCaptionOptions, openMeeting } from "../support/userActions.ts";

const band = ({ page }: Person) => page.locator(".call-captions");

test("typed captions appear live and are translated", async ({ person }) => {
  const { ines, tom, link } = await joinInesAndTom(person);
  const camille = await person({ locale: "en" });
  await joinWithChat(camille, link, { name: "Camille", speaks: "en", reads: "en" });

  await openCaptionOptions(ines);
  await ines.page.getByRole("combobox", { name: "Alguien escribe mis subtítulos" }).selectOption({ label: "Camille" });
  const typing = camille.page.getByRole("textbox", { name: "Type captions for Inés" });
  await typing.pressSequentially("La casa");
  await expect(band(tom)).toContainText("La casa");
  await typing.pressSequentially(" es grande.");
  await typing.press("Enter");
  await expect(band(tom)).toContainText("The house is big.");
  await expect(typing).toHaveValue("");

  // The log holds all of it, for later reading and for screen readers.
  await chooseMoreItem(tom, "more.captionHistory");
  const log = tom.page.getByRole("log", { name: "Caption history" });
  await expect(log.getByRole("listitem")).toHaveCount(1);
  await expect(log).toContainText("Inés");
  await expect(log).toContainText("The house is big.");
  // Captions are not chat messages.
  await expect(tom.page.getByRole("log", { name: "Chat" }).getByRole("listitem")).toHaveCount(0);
});

const logOf = ({ page }: Person) => page.getByRole("log", { name: /^(Caption history|Historial de subtítulos)$/u });

test("a meeting that keeps nothing stores no captions", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  await giveScriptedRecogniser(tom);
  const entered = tom.page.waitForResponse(/\/rpc\/enter_call$/u);
  const link = await openMeeting(tom);
  await joinWithChat(tom, link, TOM);
  const { meeting } = await (await entered).json();
  expect(await callRpcDirectly(tom, app, "update_meeting", { p_meeting_id: meeting.id, p_keep: "nothing" })).toBe(
    "done",
  );
  const ines = await person({ locale: "es" });
  await joinWithChat(ines, link, INES);
  await expectListening(tom);
  // Captions travel from browser to browser only, once the connection is open.
  await expectRemoteVideo(ines);
  await emitSentence(tom, "the umbrella is yellow");
  await expect(band(ines)).toContainText("the umbrella is yellow");
  await chooseMoreItem(ines, "more.captionHistory");
  await expect(logOf(ines).getByRole("listitem")).toHaveCount(1);
  await expect(logOf(ines)).toContainText("en inglés, esta reunión no guarda nada");
  // Captions that are not stored cannot be corrected.
  await expect(logOf(ines).getByRole("button")).toHaveCount(0);

  const ben = await person({ locale: "en" });
  await joinWithChat(ben, link, { name: "Ben", speaks: "en", reads: "en" });
  await expectRemoteVideo(ben);
  // The next sentence reaches everyone. Any stored part of the first one would be listed too.
  await emitSentence(tom, "the door is open");
  await expect(band(ben)).toContainText("the door is open");
  await expect(band(ines)).toContainText("en inglés, esta reunión no guarda nada");
  await chooseMoreItem(ben, "more.captionHistory");
  await expect(logOf(ben).getByRole("listitem")).toHaveText([/the door is open/u]);
  await expect(logOf(ines).getByRole("listitem")).toHaveCount(2);

  expect(await placesOf(app, TOM.name)).toContain("public.participants");
  for (const words of ["umbrella", "the door is open"]) {
    expect(await placesOf(app, words)).toEqual([]);
    for (const { page } of [tom, ines, ben])
      expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(words);
  }
});

/** Returns all database tables with a row that contains the text. */
async function placesOf(app: App, words: string): Promise<string[]> {
  const found: string[] = [];
  await withAdminSql(app, async (sql: postgres.Sql) => {
    const tables = await sql<{ schema: string; name: string }[]>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`;
    for (const { schema, name } of tables) {
      const rows = await sql`
        select from ${sql(schema)}.${sql(name)} as one where one::text ilike ${`%${words}%`} limit 1`;
      if (rows.length > 0) found.push(`${schema}.${name}`);
    }
  });
  return found;
}
