/** Phone numbers as GoTrue reads and stores them (internal/api/phone.go). */
import type { Config } from "../config.ts";
import { AuthError, invalid } from "./errors.ts";

/** Returns a number in E.164 without the plus sign. Throws GoTrue's error for an invalid one. */
export function parsePhone(typed: string): string {
  const phone = typed.replace(/^\+/u, "").replaceAll(" ", "");
  if (!/^[1-9][0-9]{1,14}$/u.test(phone)) throw invalid("Invalid phone number format (E.164 required)");
  return phone;
}

/** Throws if the project has no sign-in by phone. Endpoints differ in status and text. */
export function requirePhones({ sms }: Config["auth"], status: number, message: string): void {
  if (!sms.enable_signup) throw new AuthError(status, "phone_provider_disabled", message);
}

export const phoneExists = () =>
  new AuthError(422, "phone_exists", "A user with this phone number has already been registered");
