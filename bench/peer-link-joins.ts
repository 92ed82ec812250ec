/** Whether two people connect, every time: real browser connections on one page, both ways of coming together. */
import { chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../scripts/lib/chromium.ts";
import { serveModules } from "../tests/support/moduleServer.ts";
import { runPeerLinks } from "../tests/support/peerLinks.ts";
import { type Figure, percentile } from "./table.ts";

const JOINS_PER_MODE = 100;

export async function measureJoins(): Promise<Figure[]> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error("Chromium is not on this machine: `npm run setup:test`");
  const server = await serveModules();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  await page.goto(server.url);
  const times: number[] = [];
  for (let round = 0; round < JOINS_PER_MODE; round += 1)
    for (const how of ["joinAtOnce", "joinInTurn"] as const) {
      const report = await runPeerLinks(page, how).catch(() => null);
      if (report?.offers === 1 && report.answers === 1) times.push(report.firstFrame);
    }
  await browser.close();
  await server.close();
  const note = `of ${2 * JOINS_PER_MODE}, half at once, half in turn; first frame p50 ${Math.round(percentile(times, 0.5))} ms`;
  return [
    {
      name: "two-person joins that connect",
      value: times.length,
      bar: 2 * JOINS_PER_MODE,
      sense: "least",
      unit: "",
      note,
    },
  ];
}
