import { foldText } from "~/lib/foldText.ts";
import type { Option } from "./options.tsx";

/** Returns the options whose name in either language contains `query`, those that start with it first. */
export function filterOptions(options: readonly Option[], query: string): readonly Option[] {
  const needle = foldText(query.trim());
  if (needle === "") return options;
  const names = (option: Option) => [option.label, option.translatedLabel ?? ""].map(foldText);
  const startsWithNeedle = (option: Option) => names(option).some((name) => name.startsWith(needle));
  const matches = options.filter((option) => names(option).some((name) => name.includes(needle)));
  return [...matches.filter(startsWithNeedle), ...matches.filter((option) => !startsWithNeedle(option))];
}
