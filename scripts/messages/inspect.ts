/**
 * `npm run check:i18n`: checks that the source uses every message key and that no component shows text without a key.
 * Prints one sentence for each fault and ends with exit code 1.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE } from "../../app/i18n/locales.ts";
import { ROOT } from "../lib/paths.ts";
import { EXCEPTIONS } from "./exceptions.ts";
import { findLiterals, unusedKeys } from "./source.ts";

/** `namespaces.ts` lists key prefixes, which are no use of a key. */
const NOT_A_USE = /\.test\.tsx?$|^app\/i18n\/(generated\/|namespaces\.ts$)/u;

const files = globSync("{app,functions}/**/*.{ts,tsx}", { cwd: ROOT })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !NOT_A_USE.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
const messages: unknown = JSON.parse(readFileSync(join(ROOT, `app/i18n/messages/${DEFAULT_LOCALE}.json`), "utf8"));
const keys = Object.keys(typeof messages === "object" && messages !== null ? messages : {});

const faults = [
  ...unusedKeys(keys, files).map((key) => `${DEFAULT_LOCALE}.json: no source uses "${key}".`),
  ...findLiterals(files, EXCEPTIONS),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
