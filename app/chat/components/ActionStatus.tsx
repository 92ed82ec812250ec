import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { LINE_ACTION_CLASS, LineNote } from "../LineText.tsx";
import type { LineAction, LineActionName } from "../timelineEntry.ts";

const FAILURE_MESSAGES = {
  edit: "chat.notEdited",
  remove: "chat.notDeleted",
  react: "chat.notMarked",
  report: "chat.notReported",
  retranslate: "chat.notTranslatedAgain",
} as const satisfies Record<LineActionName, MessageKey>;

interface ActionStatusProps {
  action: LineAction;
  /** Edits the rejected text again. */
  onEdit(text: string): void;
  onDiscard(): void;
}

/** The state of an action on a line. A rejected edit keeps its text. */
export function ActionStatus({ action, onEdit, onDiscard }: ActionStatusProps) {
  const t = useMessages();
  switch (action.state) {
    case "pending": {
      if (action.name === "edit") return <LineNote className="appear-late">{t("chat.saving")}</LineNote>;
      return action.name === "retranslate" ? <StatusNote>{t("chat.translatingAgain")}</StatusNote> : null;
    }
    case "done":
      return <StatusNote>{t(action.name === "report" ? "chat.reported" : "chat.translatedAgain")}</StatusNote>;
    case "refused": {
      const { text } = action;
      return (
        <div role="alert" className="mt-1 max-w-full text-13 leading-snug text-danger">
          <p>
            {t(FAILURE_MESSAGES[action.name])} {errorText(t, action.error.code)}
          </p>
          {text !== null && (
            <>
              <p
                dir="auto"
                className="mt-1 w-fit max-w-full border-s-2 border-danger ps-2.5 whitespace-pre-wrap wrap-anywhere text-ink"
              >
                {text}
              </p>
              <button type="button" onClick={() => onEdit(text)} className={`-ms-2 ${LINE_ACTION_CLASS}`}>
                <Pencil className="size-4" />
                {t("chat.editAgain")}
              </button>
            </>
          )}
          <button
            type="button"
            onClick={onDiscard}
            className={text === null ? `-ms-2 ${LINE_ACTION_CLASS}` : LINE_ACTION_CLASS}
          >
            <X className="size-4" />
            {t(text === null ? "action.close" : "chat.discard")}
          </button>
        </div>
      );
    }
    default:
      return action satisfies never;
  }
}

function StatusNote({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <LineNote>{children}</LineNote>
    </div>
  );
}
