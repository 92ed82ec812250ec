/** Runs a function of `peerLinksPage.ts` in a page from `serveModules`. */
import type { Page } from "@playwright/test";
import type { PeerLinksReport } from "./peerLinksPage.ts";

export type PeerLinksRun = "joinSimultaneously" | "joinInTurn" | "joinPrewarmed" | "rebuildConnection" | "joinSilent";

export const runPeerLinks = (page: Page, what: PeerLinksRun): Promise<PeerLinksReport> =>
  page.evaluate(async (name) => {
    const path = "/tests/support/peerLinksPage.ts";
    const links: typeof import("./peerLinksPage.ts") = await import(path);
    return links[name]();
  }, what);
