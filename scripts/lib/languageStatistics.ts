/**
 * Writes the frequent parts of words of each language as `<folder>/<language>.json`, for `app/translation/core/shortLineCheck.ts`.
 * They are those of the language detector eld. Its own module has all languages in one file of half a megabyte.
 */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { STATISTICS_LANGUAGES } from "../../app/translation/core/shortLineCheck.ts";
import type { Language } from "../../supabase/functions/_shared/contracts/languages.ts";
import { ROOT } from "./paths.ts";

const ELD = join(ROOT, "node_modules/eld");
/** By eld's number of the language. A score is stored without the lowest one. */
const wordParts = z.object({
  ngramsData: z.object({
    languages: z.record(z.string(), z.string()),
    ngrams: z.record(z.string(), z.record(z.string(), z.number())),
  }),
});
const LOWEST_SCORE = 53;
/** eld writes each byte of UTF-8 from 128 on as one character; a blank stands for bytes that no text has. */
const byteCharacters = z.object({ dictionary: z.array(z.string()) });

/** Languages that eld has under another code, or that a closely related one stands in for. */
const ELD_CODES: Readonly<Partial<Record<Language, string>>> = {
  ...{ nb: "no", "zh-Hans": "zh", "zh-Hant": "zh" },
  ...{ bs: "hr", id: "ms" },
};

const importFile = (path: string): Promise<unknown> => import(pathToFileURL(join(ELD, path)).href);

/** Returns the file of each language: scores, each with its parts of words in bytes of UTF-8. */
export async function readLanguageStatistics(): Promise<Map<Language, Readonly<Record<string, string>>>> {
  const { languages, ngrams } = wordParts.parse(await importFile("src/ngrams/small.js")).ngramsData;
  const { dictionary } = byteCharacters.parse(await importFile("src/dictionary.js"));
  const bytes = new Map(
    dictionary.flatMap((character, byte) => (byte < 128 || character === " " ? [] : [[character, byte] as const])),
  );
  const toBytes = (part: string) =>
    Array.from(part, (character) => String.fromCharCode(bytes.get(character) ?? character.charCodeAt(0))).join("");

  const parts = new Map(Object.values(languages).map((code) => [code, new Map<number, string[]>()]));
  for (const [part, scores] of Object.entries(ngrams))
    for (const [number, score] of Object.entries(scores)) {
      const byScore = parts.get(languages[number] ?? "");
      const total = score + LOWEST_SCORE;
      byScore?.set(total, [...(byScore.get(total) ?? []), toBytes(part)]);
    }
  return new Map(
    [...STATISTICS_LANGUAGES].map((language) => {
      const byScore = parts.get(ELD_CODES[language] ?? language);
      if (byScore === undefined) throw new Error(`eld has no ${language}.`);
      return [language, Object.fromEntries([...byScore].map(([score, all]) => [score, all.sort().join("|")]))];
    }),
  );
}

export async function writeLanguageStatistics(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [language, statistics] of await readLanguageStatistics())
    await writeFile(join(folder, `${language}.json`), JSON.stringify(statistics));
  await copyFile(join(ELD, "LICENSE"), join(folder, "LICENSE.txt"));
}
