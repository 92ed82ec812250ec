/** Email addresses as people type and paste them. A person's address has one form, so that it belongs to one account. */

/** The characters that Auth accepts before the `@`; after it, the ASCII form of a domain needs fewer. */
const LOCAL = "[a-z0-9.!#$%&'*+/=?^_`{|}~-]";
const ADDRESS = new RegExp(`^${LOCAL}+@[a-z0-9-]+(?:\\.[a-z0-9-]+)+$`, "u");
const WRONG_CHARACTER = new RegExp(`(?!${LOCAL}|[@\\s]).`, "u");

/** More than any address with a name, in code units. The patterns below take quadratic time. */
const MAX_TYPED_LENGTH = 1_000;

/**
 * Returns the address of `Tom <tom@example.com>`, `mailto:tom@example.com?subject=Hi` or `tom＠example.com.` in lower case,
 * with the ASCII form of its domain, and without characters that show nothing.
 */
export function cleanEmailAddress(typed: string): string {
  const text = typed
    .slice(0, MAX_TYPED_LENGTH)
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{DI}]/gu, "")
    .replaceAll("。", ".")
    .trim();
  const [, bracketed = text] = /<([^<>]+)>[\s.,;]*$/u.exec(text) ?? [];
  const [, linked = bracketed] = /^mailto:([^?]*)/iu.exec(bracketed.trim()) ?? [];
  const address = linked
    .replace(/[\s.,;]+$/u, "")
    .trim()
    .toLowerCase();
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + asciiDomain(address.slice(at));
}

/** `münchen.example` → `xn--mnchen-3ya.example` */
function asciiDomain(domain: string): string {
  const url = `http://${domain}`;
  return /\P{ASCII}/u.test(domain) && !/[/?#:@\\]/u.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain;
}

export const isEmailAddress = (address: string): boolean => ADDRESS.test(address);

/** Returns the first visible character that an address cannot contain, or null if something else is wrong. */
export function wrongEmailCharacter(typed: string): string | null {
  const address = cleanEmailAddress(typed);
  if (address.indexOf("@") !== address.lastIndexOf("@")) return "@";
  return WRONG_CHARACTER.exec(address)?.[0] ?? null;
}
