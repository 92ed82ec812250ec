import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { AskButton } from "../AskButton.tsx";
import type { ConfirmationContext } from "../confirmationContext.ts";
import { isConfirmedByAll, isWaitingFor } from "../core/answers.ts";
import { ConfirmationDetails } from "./ConfirmationDetails.tsx";

/** The answers about a task, folded below it. They are open if the reader is to answer. */
export function TaskConfirmation({ line, ...context }: ConfirmationContext & { line: TranscriptLine }) {
  const t = useMessages();
  const { state, confirmations, me } = context;
  const confirmation = state.confirmations.find(({ line_id }) => line_id === line.id);
  if (confirmation === undefined)
    return state.mayAsk && line.mark?.done === false ? (
      <div className="ms-9">
        <AskButton lineId={line.id} confirmations={confirmations} />
      </div>
    ) : null;
  const { counts } = confirmation;
  return (
    <details open={isWaitingFor(confirmation, me) || undefined} className="ms-9 mt-2">
      <summary className="w-max max-w-full cursor-pointer text-13 text-ink-soft hover:text-ink pointer-coarse:py-2">
        {isConfirmedByAll(confirmation)
          ? t("confirmations.all")
          : t("confirmations.count", { understood: String(counts.understood), asked: String(counts.asked) })}
      </summary>
      <div className="mt-2 overflow-clip rounded-l border border-line bg-raised [&>:first-child]:border-t-0">
        <ConfirmationDetails line={line} confirmation={confirmation} {...context} />
      </div>
    </details>
  );
}
