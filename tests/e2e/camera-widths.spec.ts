/** No arrangement of the call crops a face away. Four people, six arrangements, four windows, with and without chat. */
import { visibleCameraWidth } from "../support/callLayout.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { hostMeeting, joinByLink } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { openChat } from "../support/userActions.ts";

const control = ({ page }: Person, name: string) =>
  page.getByRole("region", { name: "Call controls" }).getByRole("button", { name, exact: true });

const DESKTOPS = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1000 },
] as const;

test("cameras keep their width in every layout", ONLY_IN_LONG_RUN, async ({ person }) => {
  test.slow();
  const ana = await person({ locale: "en", viewport: DESKTOPS[0] });
  const { page } = ana;
  const link = await hostMeeting(ana);
  const expectFaces = async (arrangement: string) => {
    for (const viewport of DESKTOPS)
      for (const panel of ["closed", "open"]) {
        await page.setViewportSize(viewport);
        if (panel === "open") await openChat(ana);
        await expect
          .poll(() => page.evaluate(visibleCameraWidth), { message: `${arrangement}, ${viewport.width} px, ${panel}` })
          .toBeGreaterThanOrEqual(0.8);
        if (panel === "open") await control(ana, "Chat").click();
      }
  };
  const names = ["Ben", "Chloé", "Dee"];
  const guests: Person[] = [];
  const face = page.locator(".tile").filter({ has: page.getByLabel("Ben", { exact: true }) });
  for (const name of names) {
    const guest = await person({ locale: "en", smallVideoFps: 2 });
    guests.push(guest);
    await joinByLink(guest, link, name);
    await expect(page.locator(".tiles video")).toHaveCount(guests.length + 1);
    await expectFaces(`${guests.length + 1} people`);
    // Two people have equal tiles.
    if (guests.length === 1) continue;
    await face.hover();
    await page.getByRole("button", { name: "Pin Ben", exact: true }).click();
    await expectFaces(`${guests.length + 1} people, one pinned`);
    await face.hover();
    await page.getByRole("button", { name: "Unpin Ben", exact: true }).click();
  }
  const [ben] = guests;
  if (ben === undefined) throw new Error("Nobody joined.");
  await control(ben, "Share screen").click();
  await expect(page.locator(".tiles video")).toHaveCount(names.length + 2);
  await expectFaces("a shared screen");
});
