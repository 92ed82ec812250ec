/** Signs the Debian repository of the tests. */
import { fileExists } from "./files.ts";

/** Returns the missing Debian packages. Systems without apt do not need them. */
export const missingGpg = async (): Promise<string[]> =>
  (await fileExists("/usr/bin/apt-get")) && !(await fileExists("/usr/bin/gpg")) ? ["gpg", "gpg-agent", "gpgconf"] : [];
