/** The time until `npm run dev` is ready: with an empty database and no build, and again with both. */
import { startChild } from "../scripts/lib/childProcesses.ts";
import { bin, PATH, ROOT } from "../scripts/lib/paths.ts";
import { freePort } from "../scripts/lib/ports.ts";
import type { Figure } from "./table.ts";

/** Returns seconds. */
async function timeUntilReady(data: string): Promise<number> {
  const [port, supabasePort] = [await freePort(), await freePort()];
  const ready = Promise.withResolvers<void>();
  const output: string[] = [];
  const startedAt = performance.now();
  const args = ["scripts/dev.ts", "--data", data, "--port", String(port), "--supabase-port", String(supabasePort)];
  const dev = startChild(bin("node"), args, {
    cwd: ROOT,
    env: { PATH },
    onLine: (line) => {
      output.push(line);
      if (line.includes("Ready in")) ready.resolve();
    },
  });
  void dev.ended.then(() => ready.reject(new Error(`npm run dev ended:\n${output.join("\n")}`)));
  await ready.promise;
  const seconds = (performance.now() - startedAt) / 1000;
  await dev.stop();
  return seconds;
}

export async function measureDev(data: string): Promise<Figure[]> {
  const figure = (which: string, value: number, bar: number): Figure => ({
    name: `npm run dev ready, ${which}`,
    value,
    samples: 1,
    bar,
    unit: "s",
  });
  return [figure("first", await timeUntilReady(data), 15), figure("again", await timeUntilReady(data), 8)];
}
