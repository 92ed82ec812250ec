/** Codes and links arrive in the language of the person, also where pages do not have it. */
import { AxeBuilder } from "@axe-core/playwright";
import { CODE_TEXTS } from "../../supabase/functions/auth-messages/codeTexts.ts";
import { emailsTo, newEmailAddress, newestEmail, requestCode, typeCode } from "../support/emails.ts";
import { expect, test } from "../support/test.ts";

test("a French browser gets a French email, whose link signs in elsewhere", async ({ app, browser }) => {
  const french = await browser.newContext({ baseURL: app.url, locale: "fr-FR" });
  const elsewhere = await browser.newContext({ baseURL: app.url, locale: "ar" });
  const page = await french.newPage();
  await page.goto("/sign-in?next=/settings/languages");
  const address = newEmailAddress("claire");
  await requestCode(page, address);
  const [mail] = await emailsTo(app.stack, address);
  expect(mail?.subject).toBe(`${mail?.code} est votre code Parley`);
  expect(mail?.text).toContain(CODE_TEXTS.fr.signIn.unexpected);

  const second = await elsewhere.newPage();
  await second.goto(mail?.link ?? "");
  await second.locator("form:has([name=token_hash]) button").click();
  await expect(second).toHaveURL("/settings/languages");
  await Promise.all([french.close(), elsewhere.close()]);
});

for (const locale of ["en", "ar"] as const)
  test(`the email of a sign-in is readable and accessible: ${locale}`, async ({ app, person, browser }) => {
    const reader = await person({ locale });
    await reader.page.goto("/sign-in");
    const address = newEmailAddress("reader");
    await requestCode(reader.page, address);
    const [mail] = await emailsTo(app.stack, address);
    const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
    const email = await context.newPage();
    await email.setContent(mail?.html ?? "");
    await expect(email.getByRole("heading")).toHaveText(CODE_TEXTS[locale].signIn.heading);
    await expect(email.getByText(mail?.code ?? "", { exact: true })).toHaveCSS("direction", "ltr");
    expect(await email.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const { violations } = await new AxeBuilder({ page: email }).setLegacyMode().analyze();
    expect(violations.filter(({ id }) => !id.startsWith("landmark") && id !== "region")).toEqual([]);
    await context.close();

    await typeCode(reader.page, (await newestEmail(app.stack, address)).code);
    await expect(reader.page).toHaveURL("/home");
  });
