/**
 * The waiting-room card and list change under the pointer: a click never admits a visitor whom the user did not mean.
 */
import type { Locator } from "@playwright/test";
import type { App } from "../support/app.ts";
import { createTestClient } from "../support/client.ts";
import { checkedVariants, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { hostMeeting, openPeoplePanel, requireKnocking, waitUntilStable } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

/** Creates a visitor without a page who knocks. */
async function knocks({ stack }: App, link: string, display_name: string) {
  const client = createTestClient(stack);
  await client.auth.signInAnonymously();
  const args = { p_display_name: display_name, p_speaks: "en", p_reads: "en" };
  const { data, error } = await client.rpc("knock", { p_code: link.split("/").at(-1), ...args });
  expect(error).toBeNull();
  const meeting_id: string = data.meeting_id;
  return {
    standing: async () => (await client.rpc("knock_status", { p_meeting_id: meeting_id })).data.admission,
    withdraw: async () => await client.rpc("withdraw_knock", { p_meeting_id: meeting_id }),
  };
}

async function cardOf({ page }: Person) {
  const card = page.getByRole("region", { name: await text(page, "people.waiting.label") });
  return { card, admit: card.getByRole("button", { name: await text(page, "people.waiting.admit"), exact: true }) };
}

/** Clicks the button as soon as it appears and the text `gone` has left. Returns the text shown at that time. */
const pressedAtOnce = (within: Locator, name: string, gone?: string): Promise<string> =>
  within.evaluate(
    (element, wanted) =>
      new Promise<string>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const button = [...element.querySelectorAll("button")].find(
            (element) => (element.getAttribute("aria-label") ?? element.textContent) === wanted.name,
          );
          const words = element.textContent ?? "";
          if (button === undefined || (wanted.gone !== undefined && words.includes(wanted.gone))) return;
          observer.disconnect();
          button.click();
          resolve(words);
        }).observe(element, { childList: true, subtree: true, characterData: true });
      }),
    { name, gone },
  );

/** Expects a click to be accepted after there was time to read the name. */
const isLetInBy = (admit: Locator, { standing }: Awaited<ReturnType<typeof knocks>>) =>
  expect(async () => {
    if (await admit.isVisible()) await admit.click({ timeout: 1_000 });
    expect(await standing()).toBe("admitted");
  }).toPass();

const looks = checkedVariants([
  { locale: "ar", viewport: { width: 360, height: 740 } },
  { locale: "es", viewport: { width: 768, height: 900 } },
  { locale: "en", viewport: { width: 1440, height: 900 } },
] as const);

for (const look of looks)
  test(`a second knock keeps a click's target: ${look.locale}, ${look.viewport.width} px`, async ({ app, person }) => {
    const ana = await person(look);
    const link = await hostMeeting(ana);
    await requireKnocking(ana);
    const ben = await knocks(app, link, "Ben");
    const { card, admit } = await cardOf(ana);
    await expect(admit).toBeVisible();
    // The card slides into place.
    await card.evaluate(async (element) => {
      await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    });
    const before = await admit.boundingBox();
    if (before === null) throw new Error("nothing to press");

    const eve = await knocks(app, link, "Eve");
    await expect(card.getByRole("button")).toHaveCount(3);
    expect(await admit.boundingBox()).toEqual(before);
    await ana.page.mouse.click(before.x + before.width / 2, before.y + before.height / 2);
    await expect.poll(ben.standing).toBe("admitted");
    await expect(card.getByText("Eve")).toBeVisible();
    expect(await eve.standing()).toBe("waiting");
  });

test("ignores a click on a row that just moved", async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  await requireKnocking(ana);
  const ben = await knocks(app, link, "Ben");
  const eve = await knocks(app, link, "Eve");
  const { card, admit } = await cardOf(ana);
  await expect(card.getByText("Ben wants to join")).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(3);

  // Clicks as soon as the card shows another visitor.
  const pressed = pressedAtOnce(card, "Admit", "Ben");
  await ben.withdraw();
  expect(await pressed).toContain("Eve wants to join");
  await expect(admit).not.toHaveAttribute("aria-busy", "true");
  expect(await eve.standing()).toBe("waiting");
  await isLetInBy(admit, eve);
  await expect(card).toBeHidden();
});

test("admit all covers only visible knocks", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  await requireKnocking(ana);
  const seen = [await knocks(app, link, "Ben"), await knocks(app, link, "Chloé")];
  const { card } = await cardOf(ana);
  await card.getByRole("button", { name: "1 more person is waiting" }).click();
  const panel = ana.page.getByRole("complementary", { name: "People" });
  await expect(panel.getByRole("button", { name: "Admit all (2)" })).toBeVisible();
  await waitUntilStable(ana);
  const pressed = pressedAtOnce(panel, "Admit all (3)");
  const eve = await knocks(app, link, "Eve");
  await pressed;
  for (const visitor of seen) await expect.poll(visitor.standing).toBe("admitted");
  await expect(panel.getByRole("button", { name: "Admit Eve" })).toBeVisible();
  expect(await eve.standing()).toBe("waiting");
});

test("the list ignores a click on a moved row", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  await requireKnocking(ana);
  const ben = await knocks(app, link, "Ben");
  const eve = await knocks(app, link, "Eve");
  const panel = await openPeoplePanel(ana);
  const admitEve = panel.getByRole("button", { name: "Admit Eve" });
  await expect(panel.getByRole("button", { name: "Admit Ben" })).toBeVisible();
  await expect(admitEve).toBeVisible();

  const pressed = pressedAtOnce(panel, "Admit Eve", "Ben");
  await ben.withdraw();
  await pressed;
  await expect(admitEve).not.toHaveAttribute("aria-busy", "true");
  expect(await eve.standing()).toBe("waiting");
  await isLetInBy(admitEve, eve);
});
