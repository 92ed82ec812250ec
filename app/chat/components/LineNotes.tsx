import { useMessages } from "~/i18n/index.tsx";
import { MarkLabel } from "~/transcripts/late.ts";
import type { LineView } from "../view.ts";
import { Note } from "./Words.tsx";

/** What readers made of a line: whose its words are, what it is to those who come back. */
export function LineNotes({ line: { correctedBy, mark, markName } }: { line: LineView }) {
  const t = useMessages();
  const named = (name: string) => name || t("transcript.somebody");
  return (
    <>
      {correctedBy !== undefined && (
        <Note>{t.rich("transcript.correctedBy", { name: <bdi>{named(correctedBy)}</bdi> })}</Note>
      )}
      {mark && (
        <p className="mt-1">
          <MarkLabel mark={mark} name={markName === undefined ? null : named(markName)} />
        </p>
      )}
    </>
  );
}
