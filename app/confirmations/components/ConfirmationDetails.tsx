import { useState } from "react";
import type { Confirmation } from "#contracts/confirmations.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { isCorrectableBy, type TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { Button } from "~/ui/Button.tsx";
import type { ConfirmationContext } from "../confirmationContext.ts";
import { openCount } from "../core/answers.ts";
import { AnswerForm } from "./AnswerForm.tsx";
import { AnswerAvatar, AnswerLabel, PersonName } from "./AnswerState.tsx";
import { OpenWords } from "./OpenWords.tsx";
import { ReadWordings } from "./ReadWordings.tsx";
import { RewordForm } from "./RewordForm.tsx";
import { TaskOwnerNote } from "./TaskOwnerNote.tsx";

interface ConfirmationDetailsProps extends ConfirmationContext {
  line: TranscriptLine;
  confirmation: Confirmation;
}

/** Everybody's answers, questions and other readings, and what the reader can do about them. */
export function ConfirmationDetails({ line, confirmation, ...context }: ConfirmationDetailsProps) {
  const t = useMessages();
  const { confirmations, state, column, me, writes } = context;
  const [rewording, setRewording] = useState(false);
  const mayReword = isCorrectableBy(line, me);
  return (
    <>
      <PeopleAnswers confirmation={confirmation} me={me} />
      <OpenWords confirmation={confirmation} lines={state.lines} column={column} me={me} />
      <ReadWordings confirmation={confirmation} line={line} me={me} />
      {(confirmation.asks_me || mayReword) && (
        <div className="grid gap-3 border-t border-line px-4 py-3 min-[40rem]:px-5 print:hidden">
          {confirmation.asks_me &&
            (confirmation.waits_for_owner ? (
              <TaskOwnerNote confirmation={confirmation} />
            ) : (
              <AnswerForm {...{ confirmation, confirmations, me, writes }} />
            ))}
          {mayReword &&
            (rewording ? (
              <RewordForm line={line} confirmations={confirmations} onClose={() => setRewording(false)} />
            ) : (
              <Button
                size="s"
                className="justify-self-start pointer-coarse:min-h-control"
                onClick={() => setRewording(true)}
              >
                {t(openCount(confirmation) > 0 ? "confirmations.reword" : "confirmations.reword.short")}
              </Button>
            ))}
        </div>
      )}
    </>
  );
}

/** One column for each person on a wide page, and one row on a phone. */
function PeopleAnswers({ confirmation, me }: { confirmation: Confirmation; me: string | null }) {
  const t = useMessages();
  const { people, counts } = confirmation;
  return (
    <>
      <ul
        aria-label={t("confirmations.people")}
        className="grid border-t border-line min-[40rem]:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] min-[40rem]:gap-px min-[40rem]:bg-line"
      >
        {people.map((person) => (
          <li
            key={person.user_id}
            className="flex items-center gap-3 bg-raised px-4 py-2.5 not-first:border-t not-first:border-line min-[40rem]:border-t-0! min-[40rem]:px-5"
          >
            <AnswerAvatar person={person} />
            <span className="grid min-w-0 text-14 leading-snug">
              <PersonName person={person} me={me} />
              <AnswerLabel person={person} />
            </span>
          </li>
        ))}
      </ul>
      {counts.asked > people.length && (
        <p className="border-t border-line px-4 py-2.5 text-13 text-ink-soft min-[40rem]:px-5">
          {t("confirmations.more", { count: counts.asked - people.length })}
        </p>
      )}
    </>
  );
}
