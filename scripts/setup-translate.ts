/** `npm run translate:setup`: installs Apertium on Debian or Ubuntu, so that `npm run dev` translates. */
import { missingApertium } from "./lib/apertium.ts";
import { runCommand } from "./lib/childProcesses.ts";
import { canInstall, install } from "./lib/debianPackages.ts";
import { fileExists } from "./lib/files.ts";

const missing = await missingApertium();
if (missing.length === 0) {
  console.log("Apertium is installed: English, Spanish, French, Portuguese and Catalan. `npm run dev` will use it.");
} else if (!(await canInstall())) {
  console.log(`As root on Debian or Ubuntu:\n\n  apt-get install ${missing.join(" ")}\n`);
  console.log("Elsewhere, set LIBRETRANSLATE_URL (and LIBRETRANSLATE_API_KEY) before `npm run dev`.");
  process.exitCode = 1;
} else {
  console.log(`Installing ${missing.join(", ")} …`);
  await install(missing);
  // Debian's service would listen on every interface. `npm run dev` starts its own on loopback.
  if (await fileExists("/run/systemd/system")) await runCommand("systemctl", ["disable", "--now", "apertium-apy"]);
  console.log("Done. `npm run dev` will use it.");
}
