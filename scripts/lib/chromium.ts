/** An installed Chromium: the tests download none. */
import { access } from "node:fs/promises";

const CHROMIUM_PATHS = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export const findChromium = () => firstExisting(CHROMIUM_PATHS);

/**
 * The same engine without a browser around it, as Debian packs it: on two cores it starts in a third of a second instead of
 * three, and a page of its own costs a quarter. It shows no tabs and shares no screen.
 */
export const findChromiumShell = () => firstExisting([process.env.CHROMIUM_SHELL, "/usr/bin/chromium-headless-shell"]);

async function firstExisting(places: readonly (string | undefined)[]): Promise<string | null> {
  for (const place of places) {
    if (
      place !== undefined &&
      (await access(place).then(
        () => true,
        () => false,
      ))
    )
      return place;
  }
  return null;
}

/** Needed on a closed machine with only loopback up; media devices are Chromium's own moving picture and beep. */
export const CHROMIUM_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--allow-loopback-in-peer-connection",
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
];
