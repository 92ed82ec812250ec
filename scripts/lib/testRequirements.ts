/** The programs that the tests need beyond npm, as Debian packages. */
import { missingApertium } from "./apertium.ts";
import { findChromium, findChromiumShell } from "./chromium.ts";
import { missingCoturn } from "./coturn.ts";
import { canInstall, install } from "./debianPackages.ts";
import { findFirefox } from "./firefox.ts";
import { missingFlite } from "./flite.ts";
import { missingRecogniser } from "./pocketsphinx.ts";

export async function missingForTests(): Promise<string[]> {
  const browser = (await findChromium()) === null ? ["chromium"] : [];
  // The shell only saves time. If it cannot be installed, the whole browser replaces it.
  const shell = (await findChromiumShell()) === null && (await canInstall()) ? ["chromium-headless-shell"] : [];
  const firefox = (await findFirefox()) === null ? ["firefox-esr"] : [];
  const speech = [...(await missingRecogniser()), ...(await missingFlite())];
  return [...browser, ...shell, ...firefox, ...(await missingApertium()), ...(await missingCoturn()), ...speech];
}

/** Installs the missing packages if it may, and prints one line about it. */
export async function setUpTests(): Promise<void> {
  const missing = await missingForTests();
  if (missing.length === 0 || !(await canInstall())) return;
  console.log(`Installing ${missing.join(", ")} …`);
  await install(missing);
}
