import { type ComponentType, startTransition, useEffect, useState } from "react";
import { texts } from "~/i18n/index.tsx";
import type { MissingProps } from "./components/Missing.tsx";
import type { Filling } from "./core/filling.ts";
import { type TranscriptLine, wordsIn } from "./core/line.ts";
import type { Columns } from "./view.ts";

/** What brings missing translations, and what stands in their place meanwhile. */
export interface Fill {
  readonly filling: Filling;
  readonly Missing: ComponentType<MissingProps>;
}

type Parts = typeof import("./components/untranslated.ts");

/** Comes with its texts when something is missing: most transcripts are whole. Without it the originals stand there. */
export function useFillParts(lines: readonly TranscriptLine[], { left, right }: Columns): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null);
  const wanted =
    parts === null &&
    [left, right].some(
      (column) => column !== "none" && lines.some((line) => wordsIn(line, column).state === "missing"),
    );
  useEffect(() => {
    if (!wanted) return;
    let stays = true;
    Promise.all([import("./components/untranslated.ts"), texts("untranslated")]).then(
      ([came]) => {
        if (stays) startTransition(() => setParts(came));
      },
      () => {},
    );
    return () => {
      stays = false;
    };
  }, [wanted]);
  return parts;
}
