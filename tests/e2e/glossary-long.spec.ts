/** A glossary with more terms than the server renders. The browser loads the others. */
import { openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import {
  callRpc,
  clickInDialog,
  glossaryOf,
  openGlossary,
  saveTerm,
  termRow,
  workspaceIdOf,
} from "../support/glossary.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { button, openAs } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

const TERMS = 60;

async function fillGlossary(account: Parameters<typeof workspaceIdOf>[0]) {
  const rows = Array.from({ length: TERMS }, (_, at) => ({
    term: `Term ${String(at).padStart(2, "0")}`,
    language: "en",
    translations: { es: `Palabra ${at}` },
  }));
  await callRpc(account.client, "import_terms", { p_workspace_id: await workspaceIdOf(account), p_rows: rows });
}

async function openFilled(tom: Person, app: App) {
  const account = await openAccount(app, "tom");
  await signIn(tom.page, account);
  await fillGlossary(account);
  return account;
}

test("finds and changes terms that the server does not render", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const account = await openAs("/home", tom, app);
  await fillGlossary(account);
  let reads = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/rpc/glossary")) reads += 1;
  });
  await openGlossary(page);
  const count = page.getByRole("status").filter({ hasText: /^\d+ terms?$/u });
  await expect(count).toHaveText(`${TERMS} terms`);
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(TERMS);
  await expectAccessible(page, "long glossary");
  const search = page.getByLabel("Search terms and translations");
  await search.fill("palabra 59");
  await expect(count).toHaveText("1 term");
  await button(page, "Edit Term 59").click();
  await page.getByRole("dialog").getByLabel("Term", { exact: true }).fill("Aaa");
  await clickInDialog(page, "Save");
  await expect(termRow(page, "Aaa")).toBeVisible();
  await search.fill("");
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("Aaa");
  await button(page, "Delete Term 58").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(termRow(page, "Term 58")).toHaveCount(0);
  await expect(count).toHaveText(`${TERMS - 1} terms`);
  expect(reads).toBe(1);
  // The page's next data show that another tab has added a term.
  await saveTerm(account, { term: "Zzz" });
  await button(page, "Delete Term 57").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(termRow(page, "Zzz")).toBeVisible();
  await expect(count).toHaveText(`${TERMS - 1} terms`);
  expect((await glossaryOf(account)).map(({ term }) => term)).toEqual(
    (await page.getByRole("heading", { level: 3 }).allTextContents()).map((text) => text.trim()),
  );
});

test("shows what is missing until a retry has loaded it", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/Failed to load resource/u);
  const { page } = tom;
  await openFilled(tom, app);
  let blocked = true;
  await page.route(/\/rpc\/glossary$/u, (route) => (blocked ? route.abort() : route.continue()));
  await openGlossary(page);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByText(`50 of ${TERMS} terms`)).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(50);
  blocked = false;
  await button(page, "Try again").click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(TERMS);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("has pages without JavaScript", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en", scripts: false });
  const { page } = tom;
  await openFilled(tom, app);
  await page.goto("/glossary");
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(50);
  await page.getByRole("link", { name: "Next terms" }).click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(TERMS - 50);
  await button(page, "Edit Term 59").click();
  await page.getByLabel("Note").fill("last");
  await button(page, "Save").last().click();
  await expect(page.getByText("Term 59 saved.")).toBeVisible();
  await page.getByLabel("Search terms and translations").fill("palabra 59");
  await button(page, "Apply").click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Term 59"]);
  await expect(page.getByText("last", { exact: true })).toBeVisible();
});
