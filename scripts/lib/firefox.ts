/** An installed Firefox: the tests download none. */
import { access } from "node:fs/promises";

const FIREFOX_PATHS = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];

export async function findFirefox(): Promise<string | null> {
  for (const place of FIREFOX_PATHS) {
    if (place === undefined) continue;
    const found = await access(place).then(
      () => true,
      () => false,
    );
    if (found) return place;
  }
  return null;
}
