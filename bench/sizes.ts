/** Sizes of the scripts that a visitor downloads, and of the deployed Worker. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { WORKER_BUDGET_KB } from "../scripts/check/budgets.ts";
import { TEST_BUILD } from "../tests/support/app.ts";
import type { Figure } from "./table.ts";

const gzipKB = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).byteLength / 1000;

/** Records every script that a page requests from now on. */
export function watchScripts(page: Page): { kilobytes(before?: RegExp): Promise<number> } {
  const paths = new Set<string>();
  page.on("request", (request) => {
    const pathname = decodeURIComponent(new URL(request.url()).pathname);
    if (pathname.endsWith(".js")) paths.add(pathname);
  });
  return {
    /** Counts all scripts, or those requested before the first that matches `before`. */
    async kilobytes(before) {
      const requested = [...paths];
      if (requested.length === 0) throw new Error("The page requested no script.");
      const end = before === undefined ? requested.length : requested.findIndex((path) => before.test(path));
      if (end < 0) throw new Error(`The page did not request ${before}.`);
      const sizes = await Promise.all(
        requested.slice(0, end).map(async (path) => gzipKB(await readFile(join(TEST_BUILD, "public", path)))),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

export async function measureWorker(): Promise<Figure> {
  const value = gzipKB(await readFile(join(TEST_BUILD, "worker.js")));
  return { name: "Worker, gzip", value, samples: 1, bar: WORKER_BUDGET_KB, unit: "KB" };
}
