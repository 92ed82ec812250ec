/** What the tests need beyond npm, by its Debian names. */
import { missingApertium } from "./apertium.ts";
import { findChromium, findChromiumShell } from "./chromium.ts";
import { missingCoturn } from "./coturn.ts";
import { canInstall, install } from "./debianPackages.ts";
import { findFirefox } from "./firefox.ts";
import { missingFlite } from "./flite.ts";
import { missingRecogniser } from "./pocketsphinx.ts";

export async function missingForTests(): Promise<string[]> {
  const browser = (await findChromium()) === null ? ["chromium"] : [];
  // Only faster: where it cannot be installed the whole browser does the same.
  const shell = (await findChromiumShell()) === null && (await canInstall()) ? ["chromium-headless-shell"] : [];
  const another = (await findFirefox()) === null ? ["firefox-esr"] : [];
  const speech = [...(await missingRecogniser()), ...(await missingFlite())];
  return [...browser, ...shell, ...another, ...(await missingApertium()), ...(await missingCoturn()), ...speech];
}

/** Installs what is missing where we may; says in one line what is being installed. */
export async function setUpTests(): Promise<void> {
  const missing = await missingForTests();
  if (missing.length === 0 || !(await canInstall())) return;
  console.log(`Installing ${missing.join(", ")} …`);
  await install(missing);
}
