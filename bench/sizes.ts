/** What a visitor downloads, and what is deployed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { WORKER_BUDGET_KB } from "../scripts/check/budgets.ts";
import { TEST_BUILD } from "../tests/support/app.ts";
import type { Figure } from "./table.ts";

const gzipKB = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).byteLength / 1000;

/** Notes every script that a page asks for from now on. */
export function watchScripts(page: Page): { kilobytes(before?: RegExp): Promise<number> } {
  const paths = new Set<string>();
  page.on("request", (request) => {
    const pathname = decodeURIComponent(new URL(request.url()).pathname);
    if (pathname.endsWith(".js")) paths.add(pathname);
  });
  return {
    /** `before`: only of what was asked for before the first of this name. */
    async kilobytes(before) {
      const asked = [...paths];
      const end = before === undefined ? asked.length : asked.findIndex((path) => before.test(path));
      if (end < 0) throw new Error(`${before} was not asked for.`);
      const sizes = await Promise.all(
        asked.slice(0, end).map(async (path) => gzipKB(await readFile(join(TEST_BUILD, "public", path)))),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

export async function measureWorker(): Promise<Figure> {
  const value = gzipKB(await readFile(join(TEST_BUILD, "worker.js")));
  return { name: "Worker, gzip", value, bar: WORKER_BUDGET_KB, unit: "KB" };
}
