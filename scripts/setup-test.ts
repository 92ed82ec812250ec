/** `npm run setup:test`: fetches and installs the programs that the tests need beyond npm, or lists them. */
import { missingFetched, missingPackages, setUpTests } from "./lib/testRequirements.ts";

await setUpTests();
const packages = await missingPackages();
const fetched = await missingFetched();
if (packages.length > 0) {
  console.log(`Missing: ${packages.join(", ")}. As root on Debian: apt-get install ${packages.join(" ")}`);
}
if (fetched.length > 0) console.log(`Missing: ${fetched.join(", ")}.`);
if (packages.length === 0 && fetched.length === 0) console.log("Everything that the tests need is installed.");
else process.exitCode = 1;
