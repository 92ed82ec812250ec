/** `npm run setup:test`: what the tests need beyond npm. */
import { missingForTests, setUpTests } from "./lib/testRequirements.ts";

await setUpTests();
const missing = await missingForTests();
if (missing.length === 0) {
  console.log("Everything that the tests need is here.");
} else {
  console.log(`Missing: ${missing.join(", ")}. As root on Debian: apt-get install ${missing.join(" ")}`);
  process.exitCode = 1;
}
