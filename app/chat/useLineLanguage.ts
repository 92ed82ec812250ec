import type { Language } from "#contracts/languages.ts";
import { createLazyValue } from "~/lib/lazyValue.ts";
import { useLazyValue } from "~/lib/useLazyValue.ts";
import type { DraftText } from "./core/draft.ts";

type LineLanguageExtras = typeof import("./components/lineLanguageExtras.client.ts");
const lineLanguageExtras = createLazyValue<LineLanguageExtras>(
  () => import("./components/lineLanguageExtras.client.ts"),
);

interface LineLanguage {
  /** The language of the line. */
  readonly language: Language;
  /** Whether it differs from the writer's language. */
  readonly unexpected: boolean;
  /** The picker, once its code is loaded. */
  readonly extras: LineLanguageExtras | null;
}

/**
 * Returns the language of the draft: the writer's choice, else the detected one, else `own`. The detector loads with the
 * first text. Until then, and if loading fails, the language is `own`.
 */
export function useLineLanguage(
  { text, language: chosen }: DraftText,
  own: Language,
  /** The languages that people in the call speak and read. */
  present: readonly Language[],
  /** Whether the text is that of the edited line, so its language stays too. */
  unchanged: boolean,
): LineLanguage {
  const extras = useLazyValue(lineLanguageExtras, text !== "");
  const language = chosen ?? (extras === null || unchanged ? own : extras.detectLanguage(text, own, present));
  return { language, unexpected: language !== own, extras };
}
