/** Codes and links arrive in the language of the person, also where pages do not have it. */
import { CODE_TEXTS } from "../../supabase/functions/auth-messages/codeTexts.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, newEmailAddress, requestCode, typeCode } from "../support/emails.ts";
import { CHECKED_LOCALES } from "../support/longRun.ts";
import { clickButton, nameField, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

test("a French browser gets a French email that works elsewhere", async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  await page.setExtraHTTPHeaders({ "Accept-Language": "fr-FR, en;q=0.5" });
  await page.goto("/sign-in?next=/settings/languages");
  // The browser sends a form without scripts in the languages of its own.
  await waitForHydration(page);
  const address = newEmailAddress("claire");
  await requestCode(page, address);
  const [mail] = await emailsTo(app.stack, address);
  expect(mail?.subject).toBe(`${mail?.code} est votre code Parley`);
  expect(mail?.text).toContain(CODE_TEXTS.fr.signIn.unexpected);

  const elsewhere = await person({ locale: "ar" });
  await elsewhere.page.goto(mail?.link ?? "");
  await elsewhere.page.locator("form:has([name=token_hash]) button").click();
  await expect(elsewhere.page).toHaveURL("/settings/languages");
});

test("a saved profile keeps the language of emails", async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  await page.setExtraHTTPHeaders({ "Accept-Language": "fr-FR, en;q=0.5" });
  await page.goto("/sign-in?next=/settings/profile");
  await waitForHydration(page);
  const address = newEmailAddress("claire");
  await requestCode(page, address);
  await typeCode(page, (await emailsTo(app.stack, address))[0]?.code ?? "");
  await expect(page).toHaveURL("/settings/profile");
  await waitForHydration(page);
  await expect(page.getByLabel("Language of emails and text messages")).toHaveValue("fr");
  await nameField(page).fill("Claire");
  await clickButton(page, "Save");
  await expect(page.getByText("Saved.").first()).toBeVisible();
  // A browser in English proposes another one.
  await page.setExtraHTTPHeaders({ "Accept-Language": "en" });
  await page.reload();
  await expect(page.getByLabel("Language of emails and text messages")).toHaveValue("fr");
});

for (const locale of CHECKED_LOCALES)
  test(`the email of a sign-in is readable and accessible: ${locale}`, async ({ app, person }) => {
    const reader = await person({ locale });
    await reader.page.goto("/sign-in");
    const address = newEmailAddress("reader");
    await requestCode(reader.page, address);
    const [mail] = await emailsTo(app.stack, address);
    const { page: email } = await reader.openTab();
    await email.setViewportSize({ width: 360, height: 780 });
    await email.setContent(mail?.html ?? "");
    await expect(email.getByRole("heading")).toHaveText(CODE_TEXTS[locale].signIn.heading);
    await expect(email.getByText(mail?.code ?? "", { exact: true })).toHaveCSS("direction", "ltr");
    expect(await email.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(email, `email in ${locale}`);

    await typeCode(reader.page, mail?.code ?? "");
    await expect(reader.page).toHaveURL("/home");
  });
