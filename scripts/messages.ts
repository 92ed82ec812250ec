/**
 * Checks the messages of every locale and compiles them to modules: `app/i18n/messages/*.json` (ICU) →
 * `app/i18n/generated/<locale>.js`, typed by `generated/messages.ts`. Runs before a build, a test and the type check.
 * Ends with 1 and one sentence for each fault.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module.js";
import * as z from "zod";
import { DEFAULT_LOCALE, LOCALE_CODES } from "../app/i18n/locales.ts";
import { ERRORS } from "../supabase/functions/_shared/contracts/errors.ts";
import { type Catalogue, checkMessages, parametersOf } from "./messages/check.ts";

const source = new URL("../app/i18n/messages/", import.meta.url);
const target = new URL("../app/i18n/generated/", import.meta.url);
const catalogue = z.record(z.string(), z.string());

function typesOf(messages: Catalogue): string {
  const rows = Object.entries(messages).map(([key, text]) => {
    const fields = [...parametersOf(text)].map(
      ([name, kind]) => `${JSON.stringify(name)}: ${kind === "number" ? "number" : "string"}`,
    );
    return `  ${JSON.stringify(key)}: ${fields.length === 0 ? "null" : `{ ${fields.join("; ")} }`};`;
  });
  return [
    "/** Made by scripts/messages.ts from app/i18n/messages. `null`: the message has no parameters. */",
    "export interface MessageParameters {",
    ...rows,
    "}",
    "export type MessageKey = keyof MessageParameters;",
    "export type Messages = { readonly [Key in MessageKey]: (parameters: MessageParameters[Key]) => string };",
    "",
  ].join("\n");
}

const catalogues = Object.fromEntries(
  LOCALE_CODES.map((locale) => [
    locale,
    catalogue.parse(JSON.parse(readFileSync(new URL(`${locale}.json`, source), "utf8"))),
  ]),
);
const faults = checkMessages(catalogues, DEFAULT_LOCALE, Object.keys(ERRORS));
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [locale, messages] of Object.entries(catalogues)) {
  writeFileSync(new URL(`${locale}.js`, target), compileModule(new MessageFormat(locale), messages));
  writeFileSync(
    new URL(`${locale}.d.ts`, target),
    'import type { Messages } from "./messages.ts";\ndeclare const messages: Messages;\nexport default messages;\n',
  );
}
writeFileSync(new URL("messages.ts", target), typesOf(catalogues[DEFAULT_LOCALE] ?? {}));
