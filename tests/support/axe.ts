import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** All rules in the first theme; another one changes colours alone, and so what these rules find. */
const THEMES = [
  ["light", null],
  ["dark", ["color-contrast", "link-in-text-block"]],
] as const;

/** axe finds nothing on what the page shows now, or in a part of it, in both themes. `screen` names it in a failure. */
export async function isClean(page: Page, screen: string, part = ":root"): Promise<void> {
  for (const [colorScheme, rules] of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    // Within the page, which has no frames of others: to sum up elsewhere takes a page more for each look.
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode();
    const { violations } = await (rules === null ? axe : axe.withRules([...rules])).analyze();
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
