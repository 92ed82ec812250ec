import { useMessages } from "~/i18n/I18nProvider.tsx";
import { MarkLabel } from "~/transcripts/MarkLabel.tsx";
import type { LineView } from "../lineView.ts";
import { LineNote } from "./LineText.tsx";

/** The correction and the mark of a line. */
export function LineBadges({ line: { correctedBy, mark, markName } }: { line: LineView }) {
  const t = useMessages();
  const named = (name: string) => name || t("transcript.somebody");
  return (
    <>
      {correctedBy !== undefined && (
        <LineNote>{t.rich("transcript.correctedBy", { name: <bdi>{named(correctedBy)}</bdi> })}</LineNote>
      )}
      {mark && (
        <p className="mt-1">
          <MarkLabel mark={mark} name={markName === undefined ? null : named(markName)} />
        </p>
      )}
    </>
  );
}
