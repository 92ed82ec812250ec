/** Finds an installed Chromium. The tests download none. */
import { firstExisting } from "./files.ts";

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
 * Finds Debian's headless shell: the same engine without tabs and screen sharing. On two cores it starts in a third of a
 * second instead of three seconds, and a page costs a quarter.
 */
export const findChromiumShell = () => firstExisting([process.env.CHROMIUM_SHELL, "/usr/bin/chromium-headless-shell"]);

/** Flags for a machine with only a loopback interface. Media devices are Chromium's fake camera and microphone. */
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
