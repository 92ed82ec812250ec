/** Code, link, passkey and second factor, each played on a phone in Arabic and on a desktop in English. */
import { expectAccessible } from "../support/axe.ts";
import {
  newEmailAddress,
  newestEmail,
  requestCode,
  resetEmailCooldown,
  signInByCode,
  typeCode,
} from "../support/emails.ts";
import { checkedVariants } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";
import { addAuthenticator, addPasskey, factorCode, pressPasskey, signOut, turnOnFactor } from "../support/waysIn.ts";

const SCREENS = checkedVariants([
  { locale: "ar", viewport: { width: 360, height: 740 } },
  { locale: "en", viewport: { width: 1_440, height: 900 } },
] as const);

for (const { locale, viewport } of SCREENS)
  test(`an account is entered by each of its ways: ${locale}`, async ({ app, person }) => {
    test.slow();
    const { page } = await person({ locale });
    await page.setViewportSize(viewport);
    const address = newEmailAddress("salma");
    const expectScreen = async (name: string) => {
      await expectAccessible(page, name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    };

    await page.goto("/sign-in");
    await waitForHydration(page);
    await expectScreen("sign-in");
    await requestCode(page, address);
    await expectScreen("the code");
    await typeCode(page, (await newestEmail(app.stack, address)).code);
    await expect(page).toHaveURL("/home");
    await signOut(page);

    await resetEmailCooldown(app.stack, address);
    await page.goto("/sign-in?next=/files");
    await requestCode(page, address);
    await page.goto((await newestEmail(app.stack, address)).link);
    await expectScreen("the link");
    await page.getByRole("button", { name: await text(page, "sign-in.code.enter"), exact: true }).click();
    await expect(page).toHaveURL("/files");
    const { cdp, id } = await addAuthenticator(page);
    await addPasskey(page);
    await signOut(page);

    await pressPasskey(page, "/glossary");
    await expect(page).toHaveURL("/glossary");
    // Its owner would choose it in the field of the email, too.
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id });
    const { secret } = await turnOnFactor(page);
    await signOut(page);

    await resetEmailCooldown(app.stack, address);
    await signInByCode(page, app.stack, address, "/files", /\/sign-in\/verify\?next=%2Ffiles/u);
    await waitForHydration(page);
    await expectScreen("the second step");
    await page.getByLabel(await text(page, "factors.code")).fill(factorCode(secret));
    await page.getByRole("button", { name: await text(page, "factors.signIn.enter"), exact: true }).click();
    await expect(page).toHaveURL("/files");
  });
