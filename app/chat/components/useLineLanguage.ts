import { useEffect, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import type { Words } from "../draft.ts";

type Part = typeof import("./lineLanguage.client.ts");
let loaded: Part | null = null;

interface LineLanguage {
  /** What the line is in. */
  readonly language: Language;
  /** It is not what is expected of this writer. */
  readonly other: boolean;
  /** What shows and changes it, once it is here. */
  readonly part: Part | null;
}

/**
 * The language of what is being typed: as its writer says, else as it looks, else `own`. What looks at it comes with the
 * first words; until it is here, and where it cannot be had, it is `own`.
 */
export function useLineLanguage(
  { text, language: said }: Words,
  own: Language,
  /** What those who are here speak and read. */
  present: readonly Language[],
  /** Its words are those that were there: so is its language. */
  asBefore: boolean,
): LineLanguage {
  const [part, setPart] = useState(loaded);
  const wanted = text !== "" && part === null;
  useEffect(() => {
    if (!wanted) return;
    let stays = true;
    import("./lineLanguage.client.ts").then(
      (came) => {
        loaded = came;
        if (stays) setPart(came);
      },
      // The next line asks again.
      () => {},
    );
    return () => {
      stays = false;
    };
  }, [wanted]);
  const language = said ?? (part === null || asBefore ? own : part.detect(text, own, present));
  return { language, other: language !== own, part };
}
