/**
 * Checks the messages of every locale and compiles them to modules: `app/i18n/messages/*.json` (ICU) →
 * `app/i18n/generated/<locale>.js` for the server and `generated/<locale>/<area>.js` for browsers, typed by
 * `generated/messages.ts`. Runs before a build, a test and the type check.
 * Ends with 1 and one sentence for each fault.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module.js";
import * as z from "zod";
import { DEFAULT_LOCALE, LOCALE_CODES } from "../app/i18n/locales.ts";
import { NAMESPACES, namespaceOf } from "../app/i18n/namespaces.ts";
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

/** Each area of each locale behind a loader of its own, so that a browser fetches no other. */
function loadersOf(locales: readonly string[], areas: readonly string[]): string {
  const rows = locales.map((locale) => {
    const loaders = areas.map((area) => `    ${area}: () => import("./${locale}/${area}.js"),`);
    return [`  ${locale}: {`, ...loaders, "  },"].join("\n");
  });
  return [
    "/** Made by scripts/messages.ts from app/i18n/namespaces.ts. */",
    "export const NAMESPACE_MESSAGES = {",
    ...rows,
    "} as const;",
    "",
  ].join("\n");
}

/** Made of the areas: the Worker, which has both, carries each text once. */
function wholeOf(locale: string, areas: readonly string[]): string {
  const imports = areas.map((area) => `import ${area} from "./${locale}/${area}.js";`);
  return [...imports, `export default { ${areas.map((area) => `...${area}`).join(", ")} };`, ""].join("\n");
}

const areas = Object.keys(NAMESPACES);
const catalogues = Object.fromEntries(
  LOCALE_CODES.map((locale) => [
    locale,
    catalogue.parse(JSON.parse(readFileSync(new URL(`${locale}.json`, source), "utf8"))),
  ]),
);
const reference = catalogues[DEFAULT_LOCALE] ?? {};
const faults = [
  ...checkMessages(catalogues, DEFAULT_LOCALE, Object.keys(ERRORS)),
  ...Object.keys(reference)
    .filter((key) => namespaceOf(key) === null)
    .map((key) => `"${key}" belongs to no area: give its beginning a place in app/i18n/namespaces.ts.`),
];
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}

const TYPES =
  'import type { Messages } from "FROMmessages.ts";\ndeclare const messages: WHAT;\nexport default messages;\n';
const files = new Map<string, string>();
const add = (name: string, locale: string, messages: Catalogue) =>
  files.set(name, compileModule(new MessageFormat(locale), messages));
for (const [locale, messages] of Object.entries(catalogues)) {
  files.set(`${locale}.js`, wholeOf(locale, areas));
  files.set(`${locale}.d.ts`, TYPES.replace("FROM", "./").replace("WHAT", "Messages"));
  for (const area of areas) {
    const ours = Object.entries(messages).filter(([key]) => namespaceOf(key) === area);
    add(`${locale}/${area}.js`, locale, Object.fromEntries(ours));
    files.set(`${locale}/${area}.d.ts`, TYPES.replace("FROM", "../").replace("WHAT", "Partial<Messages>"));
  }
}
files.set("messages.ts", typesOf(reference));
files.set("namespaces.ts", loadersOf(Object.keys(catalogues), areas));

// Only what changed is written, each file whole: a build or a test that reads meanwhile finds all of it.
mkdirSync(target, { recursive: true });
for (const name of readdirSync(target, { recursive: true, encoding: "utf8" }))
  if (/\.[jt]s$/u.test(name) && !files.has(name)) rmSync(new URL(name, target));
for (const [name, text] of files) {
  const file = new URL(name, target);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  mkdirSync(new URL(".", file), { recursive: true });
  const beside = new URL(`${file.href}.${process.pid}`);
  writeFileSync(beside, text);
  renameSync(beside, file);
}
