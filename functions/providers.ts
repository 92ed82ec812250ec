/** Providers of identities that the operator offers (`SIGN_IN_PROVIDERS`). */
import * as z from "zod/mini";
import { PROVIDER_NAMES } from "#contracts/providerNames.ts";
import type { SignInProvider } from "~/lib/loadContext.ts";

const MAX_PROVIDERS = 8;
const CUSTOM = /^(?<id>custom:[a-z0-9-]{1,40})=(?<name>[^=]{1,40})$/u;

/** Returns the provider of `google` or `custom:acme=Acme`, or null. */
function parseProvider(text: string): SignInProvider | null {
  const { id, name } = CUSTOM.exec(text)?.groups ?? {};
  if (id !== undefined && name !== undefined) return { id, name: name.trim() };
  const known = Object.hasOwn(PROVIDER_NAMES, text) ? PROVIDER_NAMES[text] : undefined;
  return known === undefined ? null : { id: text, name: known };
}

/** Parses a list such as `google, github, custom:acme=Acme`. */
export const providerList = z.pipe(
  z.string(),
  z.transform((text, context): readonly SignInProvider[] => {
    const parts = text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
    const providers = parts.flatMap((part) => parseProvider(part) ?? []);
    const isUnique = new Set(providers.map(({ id }) => id)).size === parts.length;
    if (isUnique && parts.length <= MAX_PROVIDERS) return providers;
    context.issues.push({
      code: "custom",
      message: "is no list such as google, github, custom:acme=Acme (docs/operating.md)",
      input: text,
    });
    return z.NEVER;
  }),
);
