/** Finds an installed Firefox. The tests download none. */
import { firstExisting } from "./files.ts";

export const findFirefox = () => firstExisting([process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"]);
