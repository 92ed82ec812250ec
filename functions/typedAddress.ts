/** The input in the field of `/sign-in`: an email address or a phone number. */
import { emailAddress } from "#contracts/account.ts";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { asciiDigits } from "#contracts/text/asciiDigits.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import type { SignInWays } from "~/lib/loadContext.ts";
import { splitInternational, splitNational } from "./numberingPlans.ts";
import { countryOf } from "./recordSignIn.ts";

export interface Address {
  /** An email address, or a phone number in E.164 with its plus sign. */
  readonly address: string;
  /** The address as people read it. */
  readonly shown: string;
}

/** Longer texts are no number. */
const MAX_TYPED_LENGTH = 60;

/** Returns the digits and signs of a text that can only be a number, or null: it has nothing else, and one digit at least. */
function numberText(typed: string): string | null {
  const text = asciiDigits(
    typed
      .slice(0, MAX_TYPED_LENGTH + 1)
      .normalize("NFKC")
      .replace(/[\p{Cf}\p{DI}]/gu, ""),
  )
    .replace(/^tel:/iu, "")
    .trim();
  const isNumber = /\d/u.test(text) && /^\+?[\d\s().\-\p{Pd}/]+$/u.test(text);
  return isNumber && text.length <= MAX_TYPED_LENGTH ? text : null;
}

/** Returns the country whose numbers need no calling code: that of the visitor, else that of their language. */
export function regionOf(request: Request): string | null {
  const country = countryOf(request);
  if (country !== null) return country;
  for (const tag of acceptedLanguages(request.headers)) {
    const region = localeRegion(tag);
    if (region !== null) return region;
  }
  return null;
}

function localeRegion(tag: string): string | null {
  try {
    return new Intl.Locale(tag).maximize().region ?? null;
  } catch {
    return null;
  }
}

/** Returns the address, or `mail/malformed` or `phone/malformed`. A number without its calling code is one of the region. */
export async function parseTypedAddress(
  typed: string,
  ways: Pick<SignInWays, "code" | "phone">,
  region: string | null,
): Promise<Result<Address>> {
  const text = ways.phone ? numberText(typed) : null;
  if (text !== null) {
    const parsed = parseNumber(text, region);
    return parsed === null ? fail("phone/malformed") : ok(parsed);
  }
  const malformed: ErrorCode = ways.code ? "mail/malformed" : "phone/malformed";
  const mail = emailAddress.safeParse(typed);
  return mail.success && ways.code ? ok({ address: mail.data, shown: mail.data }) : fail(malformed);
}

function parseNumber(text: string, region: string | null): Address | null {
  // People dial 00 abroad nearly everywhere, and some are abroad.
  const number = text.replace(/^00/u, "+");
  const digits = number.replace(/\D/gu, "");
  const parts = number.startsWith("+")
    ? splitInternational(digits)
    : region === null
      ? null
      : splitNational(digits, region);
  if (parts === null) return null;
  const [code, national] = parts;
  const groups = national.match(/\d{1,3}(?=(?:\d{3})*$)/gu) ?? [];
  return { address: `+${code}${national}`, shown: `+${code} ${groups.join(" ")}` };
}
