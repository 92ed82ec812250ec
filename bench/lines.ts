/** How soon a line is on others' screens: from the press of Enter on one page; pages of one machine share its clock. */
import type { Page } from "@playwright/test";
import type { Person } from "../tests/support/people.ts";
import { sendMessage, text } from "../tests/support/userActions.ts";

/** Twenty lines in ten seconds are the limit of one person. */
const LINE_INTERVAL_MS = 500;

/** When Enter is next pressed on this page, milliseconds since the epoch. What drives the browser is not counted. */
const pressedAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const press = ({ key }: KeyboardEvent) => {
          if (key !== "Enter") return;
          removeEventListener("keydown", press, true);
          resolve(Date.now());
        };
        addEventListener("keydown", press, true);
      }),
  );

/** When these words are drawn in a line on this page. Nothing polls: four pages that draw all the time slow each other. */
const shownAt = (page: Page, words: string): Promise<number> =>
  page.evaluate(
    (sought) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          [...document.querySelectorAll('[role="log"] li')]
            .slice(-3)
            .some((item) => item.textContent?.includes(sought));
        const look = () => {
          if (!isThere()) return;
          changes.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const changes = new MutationObserver(look);
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    words,
  );

/** From here on it is Parley that takes the machine's time, and no encoder of pictures. */
export async function cameraOff({ page }: Person): Promise<void> {
  const camera = page.getByRole("button", { name: await text(page, "call.camera"), exact: true });
  await camera.click();
  await page.waitForFunction(
    (button) => button?.getAttribute("aria-pressed") === "false",
    await camera.elementHandle(),
  );
}

export interface LineTimes {
  /** Milliseconds, one for each line and reader. */
  readonly times: readonly number[];
  /** The last of its readers, one for each line. */
  readonly slowest: readonly number[];
}

/** Writes `count` lines one after the other. `line`: what is written; `shown`: what readers see of it. */
export async function lineTimes(
  writer: Person,
  readers: readonly Person[],
  { count, line, shown }: { count: number; line(round: number): string; shown(round: number): string },
  after: (round: number) => void = () => {},
): Promise<LineTimes> {
  const times: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const seen = readers.map(({ page }) => shownAt(page, shown(round)));
    const pressed = pressedAt(writer.page);
    await sendMessage(writer, line(round));
    const sent = await pressed;
    const took = (await Promise.all(seen)).map((at) => at - sent);
    times.push(...took);
    slowest.push(Math.max(...took));
    after(round);
    await new Promise((resolve) => setTimeout(resolve, LINE_INTERVAL_MS));
  }
  return { times, slowest };
}
