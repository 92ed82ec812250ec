import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe finds nothing on what the page shows now, in both themes. `screen` names it in a failure. */
export async function isClean(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    expect({ screen, colorScheme, found }).toEqual({ screen, colorScheme, found: [] });
  }
}

/** What is on its way from one colour to another has the contrast of neither. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (;;) {
      // A change of the scheme begins its transitions with the next frame.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      // Within what is folded away a finished one stays in the list.
      const transitions = document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition && one.playState === "running");
      if (transitions.length === 0) return;
      // One that is replaced by another is cancelled: that is no failure, and the other is waited for next.
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    }
  });
