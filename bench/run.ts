/** `npm run bench`: measures, and prints each value beside its bar. It never fails because of a number: look at it. */
import { endWithUs } from "../scripts/lib/children.ts";
import { buildForTests, startApp } from "../tests/support/app.ts";
import { measureCall } from "./call.ts";
import { measureDev } from "./dev.ts";
import { measureWorker } from "./sizes.ts";
import { printTable } from "./table.ts";

endWithUs(async () => {});
await buildForTests();
const dev = await measureDev();
const app = await startApp();
const call = await measureCall(app);
await app.close();
printTable([dev, ...call, await measureWorker()]);
process.exit(0);
