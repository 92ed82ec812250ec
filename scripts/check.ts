/** `npm run check`: what a compiler or a linter can tell. */
import { compileMessages } from "./lib/build.ts";
import { endWithUs, run } from "./lib/children.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";

const CHECKS = [
  { name: "biome", command: bin("biome"), args: ["ci", "--colors=off", "--error-on-warnings"] },
  { name: "tsc", command: bin("tsc"), args: ["--noEmit", "--pretty", "false"] },
  { name: "deno check", command: bin("deno"), args: ["check", "--quiet", "supabase/functions"] },
  { name: "deno lint", command: bin("deno"), args: ["lint", "--quiet", "supabase/functions"] },
] as const;

endWithUs(async () => {});
await compileMessages();
for (const check of CHECKS) {
  const said: string[] = [];
  const code = await run(check.command, check.args, {
    cwd: ROOT,
    env: { PATH, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    onLine: (line) => said.push(line),
  });
  if (code === 0) {
    console.log(`${check.name}: clean`);
  } else {
    console.log(`${check.name}:\n${said.join("\n")}`);
    process.exitCode = 1;
  }
}
