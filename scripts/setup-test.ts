/** `npm run setup:test`: installs the programs that the tests need beyond npm, or lists them. */
import { missingForTests, setUpTests } from "./lib/testRequirements.ts";

await setUpTests();
const missing = await missingForTests();
if (missing.length === 0) {
  console.log("Everything that the tests need is installed.");
} else {
  console.log(`Missing: ${missing.join(", ")}. As root on Debian: apt-get install ${missing.join(" ")}`);
  process.exitCode = 1;
}
