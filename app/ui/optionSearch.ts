import type { Option } from "./options.tsx";

/** As one types in a hurry: no capitals, no accents, no vowel marks. */
export const foldText = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

/** The options whose name in either language holds what was typed, those that begin with it first. */
export function filterOptions(options: readonly Option[], query: string): readonly Option[] {
  const needle = foldText(query);
  if (needle === "") return options;
  const names = (option: Option) => [option.label, option.translatedLabel ?? ""].map(foldText);
  const startsWithNeedle = (option: Option) => names(option).some((name) => name.startsWith(needle));
  const matches = options.filter((option) => names(option).some((name) => name.includes(needle)));
  return [...matches.filter(startsWithNeedle), ...matches.filter((option) => !startsWithNeedle(option))];
}
