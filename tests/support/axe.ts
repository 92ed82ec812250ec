import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** Expects no violations by axe on the current screen, in both themes. `screen` names it in a failure. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const withTransitions = await withoutTransitions(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // axe runs in the page itself, because the page has no foreign frames and merging elsewhere opens one more page per
    // run. All rules run, but only violations are reported: listing every passed element takes longer than the run.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    expect({ screen, colorScheme, found }).toEqual({ screen, colorScheme, found: [] });
  }
  await withTransitions();
}

/**
 * Finishes all transitions, because colours in transition have the wrong contrast. Returns a function that restores
 * them.
 */
async function withoutTransitions(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after, ::backdrop { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  return () =>
    sheet.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
}
