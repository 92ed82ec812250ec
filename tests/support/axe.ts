/** Checks accessibility with axe, in the page itself, because its frames are its own. */
import type { Page } from "@playwright/test";
import axeCore from "axe-core";
import { expect } from "./expect.ts";

declare global {
  var axe: typeof import("axe-core");
}

/** Expects no violations by axe on the current screen, in both themes. `screen` names it in a failure. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const withTransitions = await withoutTransitions(page);
  // Reading its 550 KB takes longer than a run.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await page.evaluate(findViolations);
    expect({ screen, colorScheme, found }).toEqual({ screen, colorScheme, found: [] });
  }
  await withTransitions();
}

/** Runs in the page. Returns each violated rule with the elements. */
async function findViolations(): Promise<string[]> {
  // Listing every passed element takes longer than the run.
  const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
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
