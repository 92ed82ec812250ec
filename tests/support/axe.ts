import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** axe finds nothing on what the page shows now, in both themes. `screen` names it in a failure. */
export async function isClean(page: Page, screen: string): Promise<void> {
  const withTransitions = await withoutTransitions(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Within the page, which has no frames of others: to sum up elsewhere takes a page more for each look. All rules are
    // asked; of those that hold nothing is told, for to name each element that is right takes longer than to look.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    expect({ screen, colorScheme, found }).toEqual({ screen, colorScheme, found: [] });
  }
  await withTransitions();
}

/** What is on its way from one colour to another has the contrast of neither: everything is there at once. Answers the way back. */
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
