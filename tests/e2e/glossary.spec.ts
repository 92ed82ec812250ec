/** The glossary page of a workspace: terms, proposals, files. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { GLOSSARY } from "../../supabase/functions/_shared/contracts/glossaryLimits.ts";
import { createMeeting, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { createTestClient } from "../support/client.ts";
import {
  callRpc,
  clickInDialog,
  glossaryOf,
  guestIn,
  openGlossary,
  saveTerm,
  termRow,
  workspaceIdOf,
} from "../support/glossary.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { button, openAs, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

test("adds, finds, edits and deletes a term", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 4(00|09)/u);
  const { page } = tom;
  const account = await openAs("/home", tom, app);
  await page.getByRole("link", { name: "Glossary" }).first().click();
  await expect(page.getByText("No terms yet")).toBeVisible();
  await button(page, "Add term").click();
  const dialog = page.getByRole("dialog");
  const term = dialog.getByLabel("Term", { exact: true });
  await expect(term).toBeFocused();
  await clickInDialog(page, "Save");
  await expect(dialog.getByText("A term or a translation is empty.")).toBeVisible();
  await expect(term).toBeFocused();
  await term.fill("x".repeat(81));
  await dialog.getByLabel("Note").fill("By the bus.");
  await clickInDialog(page, "Save");
  await expect(dialog.getByText("This entry is too long.")).toBeVisible();
  // Closed by mistake, the form reopens with its values.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await button(page, "Add term").click();
  await expect(dialog.getByLabel("Note")).toHaveValue("By the bus.");
  await term.fill("  Puerta\u200b Norte ");
  await dialog.getByLabel("Language", { exact: true }).selectOption("es");
  await dialog.getByLabel("Target language").selectOption("es");
  await dialog.getByLabel("Translation", { exact: true }).fill("North Gate");
  await clickInDialog(page, "Save");
  await expect(dialog.getByText("This is the language of the term itself.")).toBeVisible();
  await dialog.getByLabel("Target language").selectOption("en");
  await clickInDialog(page, "Add translation");
  await dialog.getByLabel("Target language").nth(1).selectOption("ar");
  await dialog.getByLabel("Translation", { exact: true }).nth(1).fill("بوابة الشمال");
  await clickInDialog(page, "Save");
  const row = termRow(page, "Puerta Norte");
  await expect(row).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row.getByText("بوابة الشمال")).toHaveAttribute("dir", "rtl");
  await expect(row.getByText("Puerta Norte")).toHaveAttribute("lang", "es");

  await saveTerm(account, { term: "Parley", never: true });
  await page.reload();
  await waitForHydration(page);
  const search = page.getByLabel("Search terms and translations");
  await search.fill("NÓRTH");
  await expect(termRow(page, "Parley")).toHaveCount(0);
  await expect(row).toBeVisible();
  await search.fill("nothing");
  await expect(page.getByText("No results")).toBeVisible();
  await button(page, "Show all terms").click();
  await page.getByLabel("Language", { exact: true }).selectOption("ar");
  await expect(page.getByRole("status").filter({ hasText: "1 term" })).toBeVisible();
  await page.getByLabel("Language", { exact: true }).selectOption("");

  await button(page, "Edit Puerta Norte").click();
  await term.fill("parley");
  await dialog.getByLabel("Language", { exact: true }).selectOption("en");
  const english = dialog
    .getByRole("group", { name: /^Translation \d/u })
    .filter({ has: page.locator("option[value=en]:checked") });
  await english.getByRole("button", { name: "Remove translation" }).click();
  await expect(dialog.getByLabel("Translation", { exact: true })).toHaveCount(1);
  await clickInDialog(page, "Save");
  await expect(dialog.getByText("This term is already in the glossary.")).toBeVisible();
  await expect(term).toHaveValue("parley");
  await term.fill("Puerta Sur");
  await dialog.getByLabel("Never translate").check();
  await expect(dialog.getByLabel("Translation", { exact: true })).toBeHidden();
  await clickInDialog(page, "Save");
  await expect(termRow(page, "Puerta Sur").getByText("Never translated")).toBeVisible();
  await button(page, "Delete Puerta Sur").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(termRow(page, "Puerta Sur")).toHaveCount(0);
  // The row disappears on click, before the server responds.
  await expect.poll(() => glossaryOf(account)).toMatchObject([{ term: "Parley" }]);
});

test("proposals are approved or rejected within their workspace", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const account = await openAs("/home", tom, app);
  const code = await createMeeting(account, "Market");
  const guest = createTestClient(app.stack);
  const { meeting_id } = await guestIn(guest, code);
  for (const term of ["Okra", "Nonsense"])
    await callRpc(guest, "propose_term", {
      p_meeting_id: meeting_id,
      p_term_id: randomUUID(),
      p_term: term,
      p_language: "en",
      p_translations: { es: "quimbombó" },
    });
  await saveTerm(account, { term: "Aaa" });
  await openGlossary(page);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Okra", "Nonsense", "Aaa"]);
  await expect(termRow(page, "Okra")).toContainText("proposed in Market");
  await button(page, "Approve Okra").click();
  await expect(button(page, "Approve Okra")).toHaveCount(0);
  await button(page, "Reject Nonsense").click();
  await expect(termRow(page, "Nonsense")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Aaa", "Okra"]);
  expect((await glossaryOf(account)).map(({ term, state }) => [term, state])).toEqual([
    ["Aaa", "approved"],
    ["Okra", "approved"],
  ]);

  const stranger = await person({ locale: "en" });
  stranger.allowConsoleError(/status of 404/u);
  await openAs("/glossary", stranger, app);
  await expect(stranger.page.getByText("No terms yet")).toBeVisible();
  const ownWorkspace = await workspaceIdOf(account);
  await stranger.page.goto(`/glossary?workspace=${ownWorkspace}`);
  await expect(stranger.page.getByRole("alert")).toBeVisible();
  await expect(stranger.page.getByText("Okra")).toHaveCount(0);
  const file = await stranger.page.request.get(`/glossary.csv?workspace=${ownWorkspace}`);
  expect(file.status()).toBe(404);
});

test("previews an import; an export imports unchanged", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const account = await openAs("/home", tom, app);
  await saveTerm(account, { term: "Known", note: "same" });
  await openGlossary(page);
  await button(page, "Import").click();
  const dialog = page.getByRole("dialog");
  const nasty =
    '\uFEFFterm;language;never;note;es;ar\r\nKnown;en;;same;;\r\n"\'=cmd|""/c""!A1";en;;"two\r\nlines; here";+34;\r\nParley;en;VERDADERO;;;\r\nGate;xx;;;;\r\n;en;;;;\r\n';
  await dialog
    .getByLabel("CSV file")
    .setInputFiles({ name: "words.csv", mimeType: "text/csv", buffer: Buffer.from(nasty) });
  await clickInDialog(page, "Check");
  await expect(dialog.getByText("2 new")).toBeVisible();
  await expect(dialog.getByText("rows 3–4")).toBeVisible();
  await expect(dialog.getByText("1 unchanged")).toBeVisible();
  await expect(dialog.getByText("Row 5:")).toBeVisible();
  await expect(dialog.getByText("Row 6:")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  const rows = dialog.getByLabel("Or paste rows here");
  await rows.fill((await rows.inputValue()).replace("Gate;xx", "Gate;en").replace(/\n;en;;;;\n/u, "\n"));
  await clickInDialog(page, "Check");
  await expect(dialog.getByText("3 new")).toBeVisible();
  await clickInDialog(page, "Import");
  await expect(dialog).toBeHidden();
  await expect(termRow(page, "Parley").getByText("Never translated")).toBeVisible();
  const kept = await glossaryOf(account);
  expect(kept.find(({ term }) => term.startsWith("="))).toMatchObject({
    ...{ term: '=cmd|"/c"!A1', note: "two\nlines; here", translations: { es: "+34" } },
  });

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const file = await readFile(await (await download).path());
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = file.toString("utf8");
  expect(text).toContain("'=cmd");
  expect(text).toContain("'+34");
  await button(page, "Import").click();
  await dialog.getByLabel("CSV file").setInputFiles({ name: "g.csv", mimeType: "text/csv", buffer: file });
  await clickInDialog(page, "Check");
  await expect(dialog.getByText("4 unchanged")).toBeVisible();
});

test("imports the maximum and blocks larger files", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const account = await openAs("/home", tom, app);
  await openGlossary(page);
  await button(page, "Import").click();
  const dialog = page.getByRole("dialog");
  const choose = (text: string) =>
    dialog.getByLabel("CSV file").setInputFiles({ name: "words.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const rows = dialog.getByLabel("Or paste rows here");
  await rows.fill("term,language\nGate,en");
  await choose("x".repeat(9 * 1024 * 1024));
  await clickInDialog(page, "Check");
  await expect(dialog.getByRole("alert")).toContainText("The request is too large.");
  await expect(rows).toHaveValue("term,language\nGate,en");

  const note = "注".repeat(GLOSSARY.termNote.max);
  const all = Array.from({ length: GLOSSARY.glossaryTerms }, (_, place) => `Wort ${place},de,,${note},word ${place}`);
  await choose(["term,language,never,note,en", ...all].join("\n"));
  await expect(dialog.getByRole("alert")).toBeHidden();
  await clickInDialog(page, "Check");
  await expect(dialog.getByText("500 new")).toBeVisible({ timeout: 20_000 });
  await clickInDialog(page, "Import");
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  const kept = await glossaryOf(account);
  expect(kept).toHaveLength(GLOSSARY.glossaryTerms);
  expect(kept.every((term) => term.note === note)).toBe(true);
});

/** Opens the glossary of a new account in a browser without JavaScript. */
async function openWithoutScripts({ page }: Person, app: App) {
  const account = await openAccount(app, "tom");
  await signIn(page, account);
  await page.goto("/glossary");
  return { page, account };
}

test("edits terms without JavaScript", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en", scripts: false });
  tom.allowConsoleError(/status of 400/u);
  const { page, account } = await openWithoutScripts(tom, app);
  await button(page, "Add term").click();
  await page.getByLabel("Note").fill("kept");
  await button(page, "Save").last().click();
  await expect(page.getByText("A term or a translation is empty.")).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("kept");
  await button(page, "Add translation").click();
  await expect(page.getByLabel("Translation", { exact: true })).toHaveCount(2);
  await page.getByLabel("Term", { exact: true }).fill("Gate");
  await button(page, "Save").last().click();
  await expect(page.getByText("Gate saved.")).toBeVisible();
  await button(page, "Edit Gate").click();
  await page.getByLabel("Term", { exact: true }).fill("Door");
  await button(page, "Save").last().click();
  await button(page, "Delete Door").click();
  await button(page, "Delete").click();
  await expect(page.getByText("No terms yet")).toBeVisible();
  expect(await glossaryOf(account)).toEqual([]);
});

test("deletes a term while the list still loads after another", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  const account = await openAccount(app, "tom");
  await signIn(page, account);
  for (const term of ["Gate", "Door"]) await saveTerm(account, { term });
  await openGlossary(page);
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/glossary\.data/u, async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await button(page, "Delete Gate").click();
  await confirm.click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await button(page, "Delete Door").click();
  await confirm.click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  release();
  await expect(page.getByText("No terms yet")).toBeVisible();
  expect(await glossaryOf(account)).toEqual([]);
});

test("keeps pasted rows after a failed import without JavaScript", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en", scripts: false });
  tom.allowConsoleError(/status of 413/u);
  const { page, account } = await openWithoutScripts(tom, app);
  await button(page, "Import").click();
  const rows = page.getByLabel("Or paste rows here");
  const choose = (text: string) =>
    page.getByLabel("CSV file").setInputFiles({ name: "w.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await rows.fill("term,language\nGate,en");
  await choose("x".repeat(5 * 1024 * 1024));
  await button(page, "Check").click();
  await expect(page.getByText("The request is too large.")).toBeVisible();
  await expect(rows).toHaveValue("term,language\nGate,en");
  await choose("term,language\nDoor,xx");
  await button(page, "Check").click();
  await expect(page.getByText("Row 2:")).toBeVisible();
  await rows.fill("term,language\nDoor,en");
  await button(page, "Check").click();
  await button(page, "Import").last().click();
  await expect(page.getByText("1 new")).toBeVisible();
  expect(await glossaryOf(account)).toMatchObject([{ term: "Door" }]);
});

for (const locale of CHECKED_LOCALES)
  test(`passes axe and fits a phone in ${locale}`, async ({ app, person }) => {
    const tom = await person({ locale });
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    await saveTerm(account, {
      term: "Puerta Norte",
      language: "es",
      translations: { ar: "بوابة الشمال" },
      note: "Por el bus.",
    });
    await saveTerm(account, { term: "Parley", never: true });
    await openGlossary(page);
    await expectAccessible(page, "glossary");
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, "glossary, narrow");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    for (const panel of ["add", "import"]) {
      await page.locator(`button[form=open][value=${panel}]`).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page, panel);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
  });
