/** The recap of a call: complete without a model; with one, every sentence of the summary links to its lines. */
import type { Page } from "@playwright/test";
import { summaryOf } from "../fakes/chatCompletionsServer.ts";
import { openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import {
  type CallFixture,
  callRpc,
  createCallFixture,
  endCall,
  postCaption,
  readAs,
  translate,
} from "../support/callFixture.ts";
import { changeTermAndRetranslate, openGlossary } from "../support/glossary.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { test as withModel } from "../support/testWithModel.ts";
import { text } from "../support/userActions.ts";

const WORDS = [
  "El autobús sale mañana",
  "La escuela es grande",
  "Llamo al museo https://museo.example/grupos",
  "¿Hay una rampa?",
  "Gracias a todos",
];

/** Creates a finished call of five lines with a decision, an open question and a task of Tom's. */
async function held(app: App, { over = true } = {}) {
  const scene = await createCallFixture(app);
  const { ines, tom, callId } = scene;
  const lines: string[] = [];
  for (const words of WORDS) lines.push(await postCaption(ines, callId, words));
  await translate(ines, lines);
  const mark = (line: number, kind: string, more = {}) =>
    callRpc(tom.client, "mark_line", { p_line_id: lines[line], p_kind: kind, ...more });
  await mark(0, "decision");
  await mark(2, "task", { p_assignee_id: tom.id });
  await mark(3, "question");
  if (over) await endCall(app, scene);
  return { ...scene, lines, recap: `${scene.path}/recap` };
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const sizes = [360, 768, 1440];
async function fits(page: Page): Promise<void> {
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}

test.describe("recap without a model", () => {
  test("shows attendance, marks, links and talk time", async ({ app, person }) => {
    const { tom, recap, lines } = await held(app);
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, recap);
    await expect(page).toHaveTitle("Recap: Spring trip · Parley");
    const people = part(page, "Attendance").getByRole("listitem");
    await expect(people).toHaveText([/Inés.*Spanish$/u, /Tom.*English$/u]);
    const counts = page.getByRole("list", { name: "Outcomes in numbers" });
    await expect(counts.getByRole("listitem")).toHaveText(["1 decision", "1 task", "2 open"]);
    const marks = part(page, "Outcomes");
    await expect(marks.getByRole("heading", { level: 2 })).toHaveText(["Decisions", "Tasks", "Open questions"]);
    await expect(marks.getByRole("listitem").first().locator("[lang=en]")).toContainText(/bus/iu);
    const task = part(page, "Tasks");
    await expect(task.getByRole("listitem")).toContainText("You");
    const box = task.getByRole("checkbox");
    await box.check();
    await expect(task.getByRole("heading", { level: 3 })).toHaveText("1 done");
    await box.uncheck();
    await expect(task.getByRole("heading", { level: 3 })).toHaveText("1 open");
    const link = part(page, "Links").getByRole("link", { name: "museo.example/grupos" });
    await expect(link).toHaveAttribute("href", "https://museo.example/grupos");
    await expect(link).toHaveAttribute("rel", /noopener/u);
    await expect(part(page, "Talk time")).toContainText(/Inés\s*10 seconds · 100%/u);
    await expect(page.getByRole("heading", { name: "Summary" })).toHaveCount(0);

    // The original is one click away, and the line one more.
    await marks.getByText("from Spanish").first().click();
    await expect(marks.getByText("El autobús sale mañana")).toBeVisible();
    await page.getByLabel("Language").selectOption("es");
    await expect(marks.getByRole("listitem").first().locator("[data-words]")).toHaveText("El autobús sale mañana");
    await expect(page).toHaveURL(/language=es/u);
    await marks
      .getByRole("link", { name: /^Line at/u })
      .first()
      .click();
    await expect(page.locator(`#line-${lines[0]}`)).toBeFocused();
  });

  test("follows marks of others while it is open", async ({ app, person }) => {
    const { ines, tom, recap, lines } = await held(app);
    const { page } = await person({ locale: "en" });
    await readAs(page, ines, recap);
    const state = part(page, "Tasks").getByRole("heading", { level: 3 });
    await expect(state).toHaveText("1 open");
    await waitForHydration(page);
    await callRpc(tom.client, "set_task_due", { p_line_id: lines[2], p_due_on: "2030-05-17" });
    await expect(part(page, "Tasks")).toContainText("May 17");
    await callRpc(tom.client, "mark_line", {
      ...{ p_line_id: lines[2], p_kind: "task", p_assignee_id: tom.id, p_done: true },
    });
    await expect(state).toHaveText("1 done");
    await callRpc(tom.client, "mark_line", { p_line_id: lines[4], p_kind: "decision" });
    await expect(part(page, "Decisions").getByText("Gracias a todos")).toBeVisible();
  });

  test("translates a marked line on demand", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    const line = await postCaption(ines, callId, "La casa es grande");
    await callRpc(tom.client, "mark_line", { p_line_id: line, p_kind: "decision" });
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, `${path}/recap`);
    const decision = part(page, "Outcomes").getByRole("listitem").first();
    await expect(decision.locator("[lang=en]")).toHaveText("The house is big", { timeout: 20_000 });
    await decision.getByText("from Spanish").click();
    await expect(decision.getByText("La casa es grande")).toBeVisible();
  });

  test("shows attendance of a silent call", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { tom, path } = await createCallFixture(app, null);
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, `${path}/recap`);
    await expect(page.getByRole("heading", { name: "Inés’s meeting", level: 1 })).toBeVisible();
    await expect(part(page, "Outcomes")).toContainText("No line is marked");
    await expect(part(page, "Talk time")).toContainText("there is no talk time");
    await expect(part(page, "Attendance").getByRole("listitem")).toHaveCount(2);
    await expect(page.getByRole("heading", { name: "Links" })).toHaveCount(0);
  });

  test("rejects strangers and mismatched URLs", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { recap, callId, tom } = await held(app);
    const stranger = await person({ locale: "en" });
    stranger.allowConsoleError(/status of 40\d/u);
    const { page } = stranger;
    await page.goto(recap);
    await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(recap)}`);
    await signIn(page, await openAccount(app, "eve"));
    await page.goto(recap);
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.locator("body")).not.toContainText("autobús");
    await signIn(page, tom);
    await page.goto(`/meetings/${callId}/calls/${callId}/recap`);
    await expect(page.getByRole("alert")).toBeVisible();
  });

  test("opens from the transcript and after leaving", async ({ app, person }) => {
    const { tom, path, code } = await held(app, { over: false });
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    await page.getByRole("navigation", { name: "Views of this call" }).getByRole("link", { name: "Recap" }).click();
    await expect(part(page, "Outcomes")).toBeVisible();

    const guest = await person({ locale: "en" });
    await signIn(guest.page, await openAccount(app, "eve"));
    await guest.page.goto(`/m/${code}`);
    await guest.page.getByLabel("Your name", { exact: true }).fill("Eve");
    await button(guest.page, "Join now").click();
    await button(guest.page, "Leave").click();
    await guest.page.getByRole("link", { name: "See the recap" }).click();
    await expect(part(guest.page, "Attendance")).toContainText("Eve");
  });
});

const GOOD = () => summaryOf(["El autobús sale mañana.", [1]], ["La escuela es grande.", [2, 4]]);
const sentences = (page: Page, name = "Summary") => part(page, name).getByRole("listitem");
/** The timeout of a model and an engine on two busy cores. */
const LATE = { timeout: 40_000 };

withModel.describe("recap with a model", () => {
  withModel("writes one summary that each reads in their language", async ({ app, model, person }) => {
    model.respond = GOOD;
    const before = model.requests.length;
    const { ines, tom, recap, lines } = await held(app);
    const [english, spanish] = [await person({ locale: "en" }), await person({ locale: "es" })];
    await Promise.all([readAs(english.page, tom, recap), readAs(spanish.page, ines, recap)]);
    await expect(sentences(spanish.page, "Resumen").first().locator("[lang=es]")).toHaveText(
      "El autobús sale mañana.",
      LATE,
    );
    const { page } = english;
    await expect(sentences(page).first().locator("[lang=en]")).toContainText(/bus/iu, LATE);
    await expect(part(page, "Summary")).toContainText("AI-generated");
    expect(model.requests.slice(before).map(({ language, lines }) => [language, lines.length])).toEqual([
      ["Spanish", 5],
    ]);
    expect(model.requests[before]?.lines[0]).toEqual({ n: 1, who: "Inés", text: WORDS[0] });

    await part(page, "Summary").getByText("from Spanish").click();
    await expect(part(page, "Summary").getByText("La escuela es grande.")).toBeVisible();
    const links = sentences(page)
      .nth(1)
      .getByRole("link", { name: /^Line at/u });
    await expect(links).toHaveCount(2);
    await links.last().click();
    await expect(page.locator(`#line-${lines[3]}`)).toBeFocused();
    await page.goBack();
    // It came with the page, and no request follows.
    await page.reload();
    await expect(sentences(page).first().locator("[lang=en]")).toContainText(/bus/iu);
    expect(model.requests.length).toBe(before + 1);
  });

  withModel(
    "rejects a summary without sources and allows a retry",
    ONLY_IN_LONG_RUN,
    async ({ app, model, person }) => {
      model.respond = () => summaryOf(["Send money to Eve.", [99]], ["See https://evil.example/now", [1]]);
      const { tom, recap } = await held(app);
      const { page } = await person({ locale: "en" });
      await readAs(page, tom, recap);
      await expect(part(page, "Summary").getByRole("alert")).toContainText(
        "Summaries are unavailable right now.",
        LATE,
      );
      await expect(page.locator("body")).not.toContainText("money");
      await expect(part(page, "Outcomes").getByRole("listitem")).toHaveCount(3);
      model.respond = GOOD;
      await button(page, "Try again").click();
      await expect(sentences(page)).toHaveCount(2, LATE);
    },
  );

  withModel("marks a stale summary and rewrites it on request", async ({ app, model, person }) => {
    model.respond = GOOD;
    const { ines, recap, lines } = await held(app);
    const { page } = await person({ locale: "es" });
    await readAs(page, ines, recap);
    await expect(sentences(page, "Resumen")).toHaveCount(2, LATE);
    await callRpc(ines.client, "correct_line", { p_line_id: lines[0], p_revision: 1, p_text: "El tren sale mañana" });
    await page.reload();
    await waitForHydration(page);
    await expect(part(page, "Resumen")).toContainText("Desde que se escribió");
    model.respond = ({ lines }) => summaryOf([`${lines[0]?.text}.`, [1]]);
    await button(page, "Reescribir").click();
    await expect(sentences(page, "Resumen").locator("[lang=es]")).toHaveText(["El tren sale mañana."], LATE);
    await expect(part(page, "Resumen")).not.toContainText("Desde que se escribió");
  });

  withModel("retranslates the summary after a term change", ONLY_IN_LONG_RUN, async ({ app, model, person }) => {
    model.respond = GOOD;
    const { ines, tom, recap } = await held(app);
    const [reader, keeper] = [await person({ locale: "en" }), await person({ locale: "es" })];
    await readAs(reader.page, tom, recap);
    await expect(sentences(reader.page).first().locator("[lang=en]")).toContainText(/bus/iu, LATE);
    await signIn(keeper.page, ines);
    await openGlossary(keeper.page);
    await changeTermAndRetranslate(keeper.page, { term: "autobús", language: "es", translations: { en: "coach" } });
    const dialog = keeper.page.getByRole("dialog");
    await expect(dialog).toContainText("1 línea y 1 frase de un resumen de 1 llamada");
    await expect(dialog).toContainText("Un resumen se traduce de nuevo cuando alguien lo abre.");
    await reader.page.reload();
    await expect(sentences(reader.page).first().locator("[lang=en]")).toContainText(/coach/u, LATE);
    await expect(part(reader.page, "Outcomes").locator("[lang=en]").first()).toContainText(/coach/u);
  });

  withModel("summarises a running call only on request", ONLY_IN_LONG_RUN, async ({ app, model, person }) => {
    model.respond = GOOD;
    const { ines, recap } = await held(app, { over: false });
    const { page } = await person({ locale: "es" });
    const before = model.requests.length;
    await readAs(page, ines, recap);
    await expect(page.getByText("Sigue en curso")).toBeVisible();
    const write = button(page, "Escribir un resumen hasta ahora");
    await expect(write).toBeVisible();
    expect(model.requests.length).toBe(before);
    await write.click();
    await expect(sentences(page, "Resumen")).toHaveCount(2, LATE);
  });

  for (const locale of CHECKED_LOCALES)
    withModel(`passes axe and fits in ${locale}`, async ({ app, model, person }) => {
      model.respond = GOOD;
      const { tom, recap }: CallFixture & { recap: string } = await held(app);
      const { page } = await person({ locale });
      // No engine here translates to Arabic: the page shows the original and a notice.
      await readAs(page, tom, locale === "ar" ? `${recap}?language=ar` : recap);
      const name = await text(page, "recap.summary");
      await expect(sentences(page, name)).toHaveCount(2, LATE);
      if (locale === "ar") {
        await expect(part(page, name)).toContainText(await text(page, "error.translate/unsupported-pair"), LATE);
        await expect(sentences(page, name).first().locator("[lang=es]")).toHaveAttribute("dir", "ltr");
      } else {
        await expect(sentences(page, name).first().locator("[lang=en]")).toContainText(/bus/iu, LATE);
      }
      await expectAccessible(page, "recap");
      await fits(page);
      await page.setViewportSize({ width: 360, height: 800 });
      await expectAccessible(page, "recap on a phone");
    });
});
