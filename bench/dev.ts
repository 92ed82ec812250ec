/** How long a newcomer waits after `npm run dev`, with an empty database and nothing built. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "../scripts/lib/children.ts";
import { bin, PATH, ROOT } from "../scripts/lib/paths.ts";
import { freePort } from "../scripts/lib/ports.ts";
import type { Figure } from "./table.ts";

export async function measureDev(): Promise<Figure> {
  const data = await mkdtemp(join(tmpdir(), "parley-dev-"));
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
  await rm(data, { recursive: true, force: true });
  return { name: "npm run dev ready, empty database", value, bar: 15, unit: "s", note: "1 run" };
}
