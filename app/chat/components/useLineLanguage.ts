import { useEffect, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import type { DraftText } from "../core/draft.ts";

type LineLanguageExtras = typeof import("./lineLanguageExtras.client.ts");
let loaded: LineLanguageExtras | null = null;

interface LineLanguage {
  /** What the line is in. */
  readonly language: Language;
  /** It is not what is expected of this writer. */
  readonly unexpected: boolean;
  /** What shows and changes it, once it is here. */
  readonly extras: LineLanguageExtras | null;
}

/**
 * The language of what is being typed: as its writer says, else as it looks, else `own`. What looks at it comes with the
 * first words; until it is here, and where it cannot be had, it is `own`.
 */
export function useLineLanguage(
  { text, language: said }: DraftText,
  own: Language,
  /** What those who are here speak and read. */
  present: readonly Language[],
  /** Its words are those that were there: so is its language. */
  unchanged: boolean,
): LineLanguage {
  const [part, setPart] = useState(loaded);
  const wanted = text !== "" && part === null;
  useEffect(() => {
    if (!wanted) return;
    let active = true;
    import("./lineLanguageExtras.client.ts").then(
      (module) => {
        loaded = module;
        if (active) setPart(module);
      },
      // The next line asks again.
      () => {},
    );
    return () => {
      active = false;
    };
  }, [wanted]);
  const language = said ?? (part === null || unchanged ? own : part.detectLanguage(text, own, present));
  return { language, unexpected: language !== own, extras: part };
}
