/** Signs the Debian repository of the tests. Without it, those tests are skipped and all others run. */
import { canInstall } from "./debianPackages.ts";
import { fileExists } from "./files.ts";

/** Returns the missing Debian packages, if they can be installed. */
export const missingGpg = async (): Promise<string[]> =>
  (await fileExists("/usr/bin/gpg")) || !(await canInstall()) ? [] : ["gpg", "gpg-agent", "gpgconf"];
