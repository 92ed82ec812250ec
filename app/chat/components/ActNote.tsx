import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { type MessageKey, useMessages } from "~/i18n/index.tsx";
import { errorText } from "~/ui/errors.tsx";
import type { Act, ActName } from "../core/index.ts";
import { MEND, Note } from "./Words.tsx";

const REFUSED = {
  edit: "chat.notEdited",
  remove: "chat.notDeleted",
  react: "chat.notMarked",
  report: "chat.notReported",
  retranslate: "chat.notTranslatedAgain",
} as const satisfies Record<ActName, MessageKey>;

interface ActNoteProps {
  act: Act;
  /** Opens the words that were refused. */
  onEdit(text: string): void;
  onDiscard(): void;
}

/** What becomes of what this person did with a line. What was refused keeps its words. */
export function ActNote({ act, onEdit, onDiscard }: ActNoteProps) {
  const t = useMessages();
  switch (act.state) {
    case "pending": {
      if (act.name === "edit") return <Note className="appear-late">{t("chat.saving")}</Note>;
      return act.name === "retranslate" ? <Polite>{t("chat.translatingAgain")}</Polite> : null;
    }
    case "done":
      return <Polite>{t(act.name === "report" ? "chat.reported" : "chat.translatedAgain")}</Polite>;
    case "refused": {
      const { text } = act;
      return (
        <div role="alert" className="mt-1 max-w-full text-13 leading-snug text-danger">
          <p>
            {t(REFUSED[act.name])} {errorText(t, act.error.code)}
          </p>
          {text !== null && (
            <>
              <p
                dir="auto"
                className="mt-1 w-fit max-w-full border-s-2 border-danger ps-2.5 whitespace-pre-wrap wrap-anywhere text-ink"
              >
                {text}
              </p>
              <button type="button" onClick={() => onEdit(text)} className={`-ms-2 ${MEND}`}>
                <Pencil className="size-4" />
                {t("chat.editAgain")}
              </button>
            </>
          )}
          <button type="button" onClick={onDiscard} className={text === null ? `-ms-2 ${MEND}` : MEND}>
            <X className="size-4" />
            {t(text === null ? "action.close" : "chat.discard")}
          </button>
        </div>
      );
    }
    default:
      return act satisfies never;
  }
}

function Polite({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <Note>{children}</Note>
    </div>
  );
}
