/** A page's peer connections, as a test needs to hold them and to look at them. */
import type { Page } from "@playwright/test";

/** Keeps the connections of this page where `selectedPairs` finds them; before the page is opened. */
export async function watchConnections(page: Page, { relayOnly = false } = {}): Promise<void> {
  await page.addInitScript((relayOnly) => {
    const all: RTCPeerConnection[] = [];
    Reflect.set(window, "parleyConnections", all);
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(configuration?: RTCConfiguration) {
        // As behind a firewall that lets nothing through but the relay.
        super(relayOnly ? { ...configuration, iceTransportPolicy: "relay" } : configuration);
        all.push(this);
      }
    };
  }, relayOnly);
}

/** Kinds of the local candidates by which the open connections go now: `host`, `srflx`, `prflx`, `relay`. */
export const ways = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = Reflect.get(window, "parleyConnections") as RTCPeerConnection[];
    const found: string[] = [];
    for (const one of all) {
      if (one.connectionState !== "connected") continue;
      const report = await one.getStats();
      report.forEach((stat) => {
        if (stat.type !== "transport") return;
        const pair = report.get(stat.selectedCandidatePairId);
        found.push(report.get(pair?.localCandidateId)?.candidateType ?? "none");
      });
    }
    return found;
  });
