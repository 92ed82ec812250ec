import type { Environment } from "../env.ts";
import { createEnvReader } from "../envReader.ts";

/** Numbers of emails in a day that an operator chooses: about confirmations, about planned meetings, and with codes. */
type EmailsInDayName = "CONFIRMATION_EMAILS_PER_DAY" | "PLAN_EMAILS_PER_DAY" | "SIGN_IN_EMAILS_PER_DAY";

/** Returns the number of emails that all people may get in a day, or null for the default. Throws for anything but a number. */
export function emailsInDayFrom(env: Environment, name: EmailsInDayName): number | null {
  const value = createEnvReader(env).text(name);
  if (value === undefined) return null;
  if (!/^[0-9]{1,7}$/u.test(value)) throw new Error(`${name} is not a number.`);
  return Number(value);
}
