/** The time from Enter on the writer's page to the line on the readers' pages. Pages of one machine share its clock. */
import type { Page } from "@playwright/test";
import type { Person } from "../tests/support/people.ts";
import { sendMessage, text } from "../tests/support/userActions.ts";

/** One person may post twenty lines in ten seconds. */
const LINE_INTERVAL_MS = 500;

/** Resolves with the time of the next Enter on this page, in milliseconds since the epoch, without the driver's overhead. */
const waitForEnter = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const onKeyDown = ({ key }: KeyboardEvent) => {
          if (key !== "Enter") return;
          removeEventListener("keydown", onKeyDown, true);
          resolve(Date.now());
        };
        addEventListener("keydown", onKeyDown, true);
      }),
  );

/**
 * Resolves with the time when a line with this text is rendered, in milliseconds since the epoch. It does not poll: four
 * pages that render all the time slow each other down.
 */
const waitForLine = (page: Page, lineText: string): Promise<number> =>
  page.evaluate(
    (sought) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          [...document.querySelectorAll('[role="log"] li')]
            .slice(-3)
            .some((item) => item.textContent?.includes(sought));
        const check = () => {
          if (!isThere()) return;
          changes.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const changes = new MutationObserver(check);
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
        check();
      }),
    lineText,
  );

/** Turns the camera off, so that Parley has the cores and the video encoder does not. */
export async function turnCameraOff({ page }: Person): Promise<void> {
  const camera = page.getByRole("button", { name: await text(page, "call.camera"), exact: true });
  await camera.click();
  await page.waitForFunction(
    (button) => button?.getAttribute("aria-pressed") === "false",
    await camera.elementHandle(),
  );
}

export interface LineTimes {
  /** Milliseconds for each line and reader. */
  readonly times: readonly number[];
  /** Milliseconds until the last reader had the line, for each line. */
  readonly slowest: readonly number[];
}

/** Writes `count` lines one after the other. `line` is the written text, `shown` the text that readers see. */
export async function measureLines(
  writer: Person,
  readers: readonly Person[],
  { count, line, shown }: { count: number; line(round: number): string; shown(round: number): string },
  after: (round: number) => void = () => {},
): Promise<LineTimes> {
  const times: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const arrivals = readers.map(({ page }) => waitForLine(page, shown(round)));
    const enter = waitForEnter(writer.page);
    await sendMessage(writer, line(round));
    const sentAt = await enter;
    const delays = (await Promise.all(arrivals)).map((shownAt) => shownAt - sentAt);
    times.push(...delays);
    slowest.push(Math.max(...delays));
    after(round);
    await new Promise((resolve) => setTimeout(resolve, LINE_INTERVAL_MS));
  }
  return { times, slowest };
}
