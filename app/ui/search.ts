import type { Option } from "./options.tsx";

/** As one types in a hurry: no capitals, no accents, no vowel marks. */
export const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

/** The options whose name in either language holds what was typed, those that begin with it first. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = plain(typed);
  if (wanted === "") return options;
  const names = (option: Option) => [option.label, option.also ?? ""].map(plain);
  const begins = (option: Option) => names(option).some((name) => name.startsWith(wanted));
  const holds = options.filter((option) => names(option).some((name) => name.includes(wanted)));
  return [...holds.filter(begins), ...holds.filter((option) => !begins(option))];
}
