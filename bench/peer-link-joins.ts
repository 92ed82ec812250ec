/** The share of two-person joins that connect: real browser connections on one page, in both orders of joining. */
import { chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../scripts/lib/chromium.ts";
import { serveModules } from "../tests/support/moduleServer.ts";
import { runPeerLinks } from "../tests/support/peerLinks.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile } from "./table.ts";

const JOINS_PER_MODE = scaled(100, 2);

export async function measureJoins(): Promise<Figure[]> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error("Chromium is not on this machine: `npm run setup:test`");
  const server = await serveModules();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  await page.goto(server.url);
  const firstFrames: number[] = [];
  for (let round = 0; round < JOINS_PER_MODE; round += 1)
    for (const mode of ["joinSimultaneously", "joinInTurn"] as const) {
      const report = await runPeerLinks(page, mode).catch(() => null);
      if (report?.offers === 1 && report.answers === 1) firstFrames.push(report.firstFrame);
    }
  await browser.close();
  await server.close();
  return [
    {
      name: "two-person joins that connect",
      value: firstFrames.length,
      samples: 2 * JOINS_PER_MODE,
      bar: 2 * JOINS_PER_MODE,
      sense: "least",
      unit: "",
      note: `half at once, half in turn; first frame p50 ${Math.round(percentile(firstFrames, 0.5))} ms`,
    },
  ];
}
