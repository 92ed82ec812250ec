import type { ReactNode } from "react";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { AskButton } from "./AskButton.tsx";
import { ConfirmationDetails } from "./components/ConfirmationDetails.tsx";
import { LineWords } from "./components/LineWords.tsx";
import type { ConfirmationContext } from "./confirmationContext.ts";

interface ConfirmationCardProps extends ConfirmationContext {
  line: TranscriptLine;
  /** The author and the time. */
  about: ReactNode;
}

/** A decision with everybody's answers, questions and other readings. */
export function ConfirmationCard({ line, about, ...context }: ConfirmationCardProps) {
  const { confirmations, state, column } = context;
  const confirmation = state.confirmations.find(({ line_id }) => line_id === line.id);
  return (
    <li
      id={`confirmation-${line.id}`}
      className="overflow-clip rounded-l border border-line bg-raised break-inside-avoid scroll-mt-6"
    >
      <div className="px-4 py-4 min-[40rem]:px-5">
        <LineWords line={line} column={column} className="text-18 font-strong" />
        <div className="mt-1 text-13 text-ink-soft">{about}</div>
        {confirmation === undefined && state.mayAsk && <AskButton lineId={line.id} confirmations={confirmations} />}
      </div>
      {confirmation !== undefined && <ConfirmationDetails line={line} confirmation={confirmation} {...context} />}
    </li>
  );
}
