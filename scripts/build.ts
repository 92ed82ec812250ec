import { join } from "node:path";
import { buildApp, compileMessages } from "./lib/build.ts";
import { ROOT } from "./lib/paths.ts";

await compileMessages();
await buildApp(join(ROOT, "build"));
console.log("Built into build/. `npm run start` serves it, `npm run deploy` checks and deploys it.");
