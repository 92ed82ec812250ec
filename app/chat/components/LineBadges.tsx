import { useMessages } from "~/i18n/I18nProvider.tsx";
import { MarkLabel } from "~/transcripts/MarkLabel.tsx";
import { ProposalsButton } from "~/transcripts/ProposalsButton.tsx";
import { LineNote } from "../LineText.tsx";
import type { LineView } from "../lineView.ts";

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
      {proposals !== undefined && <ProposalsButton count={proposals} onClick={onOpenTools} />}
      {mark && (
        <p className="mt-1">
          <MarkLabel mark={mark} name={markName === undefined ? null : named(markName)} />
        </p>
      )}
    </>
  );
}
