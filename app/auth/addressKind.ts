import type { ErrorCode } from "#contracts/errors.ts";

/** The addresses that the field takes. */
export type AddressKind = "email" | "phone" | "both";

/** Returns what the ways to sign in take. */
export const addressKind = ({ code, phone }: { code: boolean; phone: boolean }): AddressKind => {
  if (code && phone) return "both";
  return phone ? "phone" : "email";
};

/** Whether the field shows an error itself. */
export const isAddressError = (error: ErrorCode | undefined): boolean =>
  error === "mail/malformed" || error === "phone/malformed";
