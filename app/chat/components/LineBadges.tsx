import { useMessages } from "~/i18n/I18nProvider.tsx";
import { MarkLabel } from "~/transcripts/MarkLabel.tsx";
import type { LineView } from "../lineView.ts";
import { LineNote } from "./LineText.tsx";

interface LineBadgesProps {
  line: LineView;
  onOpenTools(): void;
}

/** The correction, the proposals and the mark of a line. */
export function LineBadges({ line: { correctedBy, proposals, mark, markName }, onOpenTools }: LineBadgesProps) {
  const t = useMessages();
  const named = (name: string) => name || t("transcript.somebody");
  return (
    <>
      {correctedBy !== undefined && (
        <LineNote>{t.rich("transcript.correctedBy", { name: <bdi>{named(correctedBy)}</bdi> })}</LineNote>
      )}
      {proposals !== undefined && (
        <button
          type="button"
          onClick={onOpenTools}
          className="mt-0.5 block min-h-6 rounded-s text-start text-13 leading-snug text-accent underline underline-offset-4 pointer-coarse:min-h-control"
        >
          {t("transcript.proposals", { count: proposals })}
        </button>
      )}
      {mark && (
        <p className="mt-1">
          <MarkLabel mark={mark} name={markName === undefined ? null : named(markName)} />
        </p>
      )}
    </>
  );
}
