/** Nothing moves while a page loads: the cumulative layout shift of each route (web.dev/articles/cls). */
import type { Page } from "@playwright/test";
import { signIn } from "../support/accounts.ts";
import { createCallFixture, postCaption, translate } from "../support/callFixture.ts";
import { checkedVariants } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

const MAX_SHIFT = 0.02;
const ASSET_DELAY_MS = 300;

/** Sums the shifts since navigation that no input caused. `LayoutShift` is missing in TypeScript's library. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    // The shift of a mark below proves that all earlier entries have arrived.
    const last = document.body.appendChild(document.createElement("p"));
    last.textContent = "last";
    last.style.cssText = "position: fixed; top: 10px; left: 10px; width: 200px; height: 50px";
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    return new Promise<number>((resolve) => {
      let sum = 0;
      new PerformanceObserver((list, observer) => {
        for (const entry of list.getEntries()) {
          if (!("value" in entry && typeof entry.value === "number" && "sources" in entry)) continue;
          const isLast =
            Array.isArray(entry.sources) &&
            entry.sources.some(({ node }) => node === last || node?.parentNode === last);
          if (isLast) {
            observer.disconnect();
            return resolve(sum);
          }
          if (!("hadRecentInput" in entry && entry.hadRecentInput)) sum += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      last.style.top = "300px";
    });
  });

for (const viewport of checkedVariants([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]))
  test(`no route shifts while it loads at ${viewport.width} px`, async ({ app, person }) => {
    test.slow();
    const { ines, tom, meetingId, callId, code, path } = await createCallFixture(app);
    const lines: string[] = [];
    for (let hour = 0; hour < 12; hour += 1)
      lines.push(await postCaption(ines, callId, `El autobús sale a las ${hour}`));
    await translate(ines, lines);
    const { page } = await person({ locale: "en", viewport });
    // The font and the scripts arrive after the first paint, as on a slow connection.
    await page.route(/\.(?:woff2|js)$/u, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ASSET_DELAY_MS));
      await route.continue();
    });
    const shifts: Record<string, number> = {};
    const measure = async (route: string) => {
      await page.goto(route);
      await waitForHydration(page);
      await page.waitForLoadState("networkidle");
      await expect(page.getByText(/^In Spanish, /u).first()).not.toBeInViewport();
      shifts[route.replace(meetingId, ":id").replace(callId, ":callId").replace(code, ":code")] =
        await layoutShift(page);
    };
    for (const route of ["/", "/sign-in", "/sign-up", "/recover", "/help", `/m/${code}`]) await measure(route);
    await signIn(page, tom);
    const settings = ["profile", "languages", "security", "confirm"].map((name) => `/settings/${name}`);
    const signedIn = ["/home", "/calendar", "/glossary", ...settings, `/meetings/${meetingId}`];
    // Nobody has read the call in French yet, so its lines are translated on the page.
    for (const route of [...signedIn, path, `${path}?left=fr`, `${path}/recap`]) await measure(route);
    expect(Object.entries(shifts).filter(([, shift]) => shift > MAX_SHIFT)).toEqual([]);
  });
