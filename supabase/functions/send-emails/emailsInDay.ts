import type { Environment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";

/**
 * Returns the number of emails about confirmations that all people may get in a day, or null for the default. Throws for
 * anything but a number.
 */
export function emailsInDayFrom(env: Environment): number | null {
  const value = createEnvReader(env).text("CONFIRMATION_EMAILS_PER_DAY");
  if (value === undefined) return null;
  if (!/^[0-9]{1,7}$/u.test(value)) throw new Error("CONFIRMATION_EMAILS_PER_DAY is not a number.");
  return Number(value);
}
