/** Runs what `linksPage.ts` holds in a page that `serveModules` serves. */
import type { Page } from "@playwright/test";
import type { LinksReport } from "./linksPage.ts";

export type LinksRun = "joinAtOnce" | "joinInTurn" | "joinByOneMadeAhead" | "buildAnew" | "joinSilent";

export const runLinks = (page: Page, what: LinksRun): Promise<LinksReport> =>
  page.evaluate(async (name) => {
    const path = "/tests/support/linksPage.ts";
    const links: typeof import("./linksPage.ts") = await import(path);
    return links[name]();
  }, what);
