/**
 * Two rules about secrets. Shipped code may name the secret key only in the files below. No file of the repository holds
 * text that looks like a secret.
 */

/** Files that may name the secret key, with the reason. */
const MAY_NAME_THE_KEY: Readonly<Record<string, string>> = {
  "functions/env.ts": "parses the Worker's environment",
  "functions/auth-fetch.ts": "sign-in requests carry the visitor's address",
  "functions/recordSignIn.ts": "stores where a session began, which users may not write",
  "supabase/functions/_shared/env.ts": "parses an edge function's environment",
  "supabase/functions/_shared/restClient.ts": "creates the client of functions that act for nobody",
  "supabase/functions/avatars/avatarStore.ts": "writes and removes avatars, which users may not",
  "supabase/functions/sweep/orphanedFiles.ts": "lists and deletes files that nobody may read",
  "supabase/functions/translate/translationStore.ts": "stores translations, which users may not write",
  "supabase/functions/summarise/summaryStore.ts": "stores summaries, which users may not write",
  "supabase/functions/files/fileStore.ts": "reads and removes shared bytes and signs addresses, which users may not",
  "supabase/functions/plan/planStore.ts": "stores occurrences, which users may not compute themselves",
  "supabase/functions/transcribe/speechQuota.ts": "consumes the daily speech quotas, which users may not",
};

const SHIPS = /^(?:app|functions|supabase\/functions)\/.*\.tsx?$/u;
const TEST = /\.test\.tsx?$|^supabase\/functions\/tests\//u;
const KEY = /secretKey|SECRET_KEY|SERVICE_ROLE/u;

const SHAPES: readonly { readonly name: string; readonly shape: RegExp }[] = [
  { name: "a Supabase secret key", shape: /sb_secret_(?!local_)[\w-]{16,}/u },
  { name: "a signed token", shape: /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/u },
  { name: "a private key", shape: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{20}/u },
  { name: "a private JWK", shape: /"d"\s*:\s*"[\w-]{40,}"/u },
  {
    name: "a password in an address",
    shape: /\b[a-z]+:\/\/[^\s:@/$`'"{}]+:[^\s:@/$`'"{}]+@(?!127\.0\.0\.1|localhost)/u,
  },
  {
    name: "a provider's key",
    shape: /\b(?:sk-[A-Za-z0-9]{24,}|AKIA[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{30,}|AIza[\w-]{35})\b/u,
  },
];

/** Returns a sentence for each fault of a file, without the secret itself. `path` is relative to the root. */
export function secretFaults(path: string, text: string): string[] {
  const faults = SHAPES.filter(({ shape }) => shape.test(text)).map(({ name }) => `${path} holds ${name}.`);
  if (SHIPS.test(path) && !TEST.test(path) && KEY.test(text) && !Object.hasOwn(MAY_NAME_THE_KEY, path))
    faults.push(`${path} names the secret key; only ${Object.keys(MAY_NAME_THE_KEY).join(", ")} may.`);
  return faults;
}
