/** How long a newcomer waits after `npm run dev`, with an empty database and nothing built, and how long the second time. */
import { startChild } from "../scripts/lib/childProcesses.ts";
import { bin, PATH, ROOT } from "../scripts/lib/paths.ts";
import { freePort } from "../scripts/lib/ports.ts";
import type { Figure } from "./table.ts";

/** Seconds. */
async function untilReady(data: string): Promise<number> {
  const [port, supabasePort] = [await freePort(), await freePort()];
  const ready = Promise.withResolvers<void>();
  const said: string[] = [];
  const began = performance.now();
  const args = ["scripts/dev.ts", "--data", data, "--port", String(port), "--supabase-port", String(supabasePort)];
  const dev = startChild(bin("node"), args, {
    cwd: ROOT,
    env: { PATH },
    onLine: (line) => {
      said.push(line);
      if (line.includes("Ready in")) ready.resolve();
    },
  });
  void dev.ended.then(() => ready.reject(new Error(`npm run dev ended:\n${said.join("\n")}`)));
  await ready.promise;
  const value = (performance.now() - began) / 1000;
  await dev.stop();
  return value;
}

export async function measureDev(data: string): Promise<Figure[]> {
  const figure = (which: string, value: number, bar: number): Figure => ({
    name: `npm run dev ready, ${which}`,
    value,
    bar,
    unit: "s",
    note: "1 run",
  });
  return [figure("first", await untilReady(data), 15), figure("again", await untilReady(data), 8)];
}
