/** Readers see originals at once, whether an engine is missing, slow, or of no use to a short line. */
import { withAdminSql } from "../support/callFixture.ts";
import { INES, joinInesAndTom, joinWithChat } from "../support/chat.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, lineWithText, openChat, sendMessage } from "../support/userActions.ts";

const REASON = "in Spanish, translation is unavailable right now";
/** The last pause of the circuit breaker, and a busy machine. */
const BY_ITSELF = { timeout: 60_000 };

/** Counts in the page the chat lines that ever were without text. */
async function watchEmptyLines({ page }: Person): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const empty = new Set<Element>();
    const look = () => {
      for (const line of document.querySelectorAll("[role=log] li[id^=line-]"))
        if (line.querySelector("p[lang]") === null) empty.add(line);
      document.documentElement.dataset.emptyLines = `${empty.size}`;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    look();
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.emptyLines));
}

test("waiting lines are translated once an engine arrives", async ({ app, person }) => {
  app.engine.fault = "down";
  const { ines, tom, link } = await joinInesAndTom(person);
  const omar = await person({ locale: "ar" });
  await joinWithChat(omar, link, { name: "Omar", speaks: "ar", reads: "en" });
  await openChat(omar);
  const emptyLines = await watchEmptyLines(tom);
  let requestCount = 0;
  tom.page.on("request", (request) => {
    if (request.url().endsWith("/functions/v1/translate")) requestCount += 1;
  });

  await sendMessage(ines, "La casa es grande.");
  const first = lineWithText(tom, "La casa es grande.");
  await expect(first).toContainText(REASON, BY_ITSELF);
  await expect(lineWithText(omar, "La casa es grande.")).toContainText("باللغة الإسبانية، الترجمة غير متاحة الآن");
  // A failing line is requested three times. Only a line that awaits an engine is requested again.
  await expect.poll(() => requestCount, BY_ITSELF).toBeGreaterThan(3);
  // The engine is known to be away, so no line says that it is being translated.
  await sendMessage(ines, "Los niños leen el libro.");
  await expect(lineWithText(tom, "Los niños leen el libro.")).toContainText(REASON);
  expect(await emptyLines()).toBe(0);

  app.engine.fault = "none";
  for (const reader of [tom, omar]) {
    await expect(lineWithText(reader, "The house is big.")).toHaveCount(1, BY_ITSELF);
    await expect(lineWithText(reader, "The boys read the book.")).toHaveCount(1, BY_ITSELF);
  }
  await expect(lineWithText(tom, REASON)).toHaveCount(0);
  // The original is one click away. The page is the same: `watchEmptyLines` still counts.
  await lineWithText(tom, "The house is big.").getByRole("button", { name: "from Spanish", exact: true }).click();
  await expect(lineWithText(tom, "La casa es grande.")).toHaveCount(1);
  expect(await emptyLines()).toBe(0);
  await withAdminSql(app, async (sql) => {
    expect(await sql`select 1 from public.translations where status = 'unavailable'`).toHaveLength(0);
  });
});

test("a slow engine hides no original", async ({ app, person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  const emptyLines = await watchEmptyLines(tom);
  app.engine.fault = "slow";
  await sendMessage(ines, "El perro blanco come.");
  const line = lineWithText(tom, "El perro blanco come.");
  await expect(line).toContainText("translating from Spanish");
  await expect(line.getByText("El perro blanco come.")).toBeVisible();
  app.engine.fault = "none";
  await expect(lineWithText(tom, "The white dog eats.")).toHaveCount(1, BY_ITSELF);
  expect(await emptyLines()).toBe(0);
});

test("a short line in the reader's language stays", async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  const anyway = { name: "Traducir de todos modos", exact: true };
  for (const line of ["Sin red", "Vale, perfecto"]) {
    await sendMessage(tom, line);
    await expect(lineWithText(ines, line).getByRole("button", anyway)).toBeVisible();
    await expect(lineWithText(ines, line).locator("p[lang=es]")).toHaveText(line);
  }
  await sendMessage(tom, "The red house");
  await expect(lineWithText(ines, "La casa roja")).toHaveCount(1);
  await sendMessage(ines, "Gracias");
  await expect(lineWithText(tom, "Thank you")).toHaveCount(1);

  const translated = lineWithText(ines, "Rojo de pecado");
  await lineWithText(ines, "Sin red").getByRole("button", anyway).click();
  await expect(translated.getByRole("button", { name: "del inglés", exact: true })).toBeVisible();
  await expect(lineWithText(ines, "Vale, perfecto").getByRole("button", anyway)).toBeVisible();

  await test.step("the same tab remembers it", async () => {
    await ines.page.reload();
    await fillPreJoin(ines, INES);
    await joinCall(ines);
    await openChat(ines);
    await expect(lineWithText(ines, "Vale, perfecto").getByRole("button", anyway)).toBeVisible();
    await expect(translated).toHaveCount(1);
  });
});
