/** The programs that the tests need beyond npm: packages that root installs, and packages that are fetched without root. */
import { APERTIUM_PACKAGES, findApertium } from "./apertium.ts";
import { describeFailure } from "./apt/failure.ts";
import { fetchInForeground } from "./apt/fetchInForeground.ts";
import { findChromium, findChromiumShell } from "./chromium.ts";
import { missingCoturn } from "./coturn.ts";
import { canInstall, install } from "./debianPackages.ts";
import { findFirefox } from "./firefox.ts";
import { missingFlite } from "./flite.ts";
import { missingGpg } from "./gpg.ts";
import { findRecogniser, POCKETSPHINX_PACKAGES } from "./pocketsphinx.ts";

/** Returns the Debian packages that root must install. */
export async function missingPackages(): Promise<string[]> {
  const browser = (await findChromium()) === null ? ["chromium"] : [];
  // The shell only saves time. If it cannot be installed, the whole browser replaces it.
  const shell = (await findChromiumShell()) === null && (await canInstall()) ? ["chromium-headless-shell"] : [];
  const firefox = (await findFirefox()) === null ? ["firefox-esr"] : [];
  return [
    ...browser,
    ...shell,
    ...firefox,
    ...(await missingCoturn()),
    ...(await missingFlite()),
    ...(await missingGpg()),
  ];
}

const FETCHED = [
  { set: APERTIUM_PACKAGES, find: findApertium },
  { set: POCKETSPHINX_PACKAGES, find: findRecogniser },
] as const;

/** Returns the names of the missing programs that need no root. */
export async function missingFetched(): Promise<string[]> {
  const missing: string[] = [];
  for (const { set, find } of FETCHED) if ((await find()) === null) missing.push(set.title);
  return missing;
}

/** Returns everything that is missing. */
export const missingForTests = async (): Promise<string[]> => [
  ...(await missingPackages()),
  ...(await missingFetched()),
];

/** Installs the missing packages if it may, fetches the others, and prints a line about each. */
export async function setUpTests(): Promise<void> {
  const missing = await missingPackages();
  if (missing.length > 0 && (await canInstall())) {
    console.log(`Installing ${missing.join(", ")} …`);
    await install(missing);
  }
  for (const { set, find } of FETCHED) {
    if ((await find()) !== null) continue;
    const result = await fetchInForeground(set);
    if (!result.ok) console.error(describeFailure(set.title, result.failure));
  }
}
