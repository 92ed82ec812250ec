import { useState } from "react";
import type { Confirmation, ConfirmationPerson } from "#contracts/confirmations.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { TranscriptText } from "~/transcripts/TranscriptText.tsx";
import { columnText, isCorrectableBy, type TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { Button } from "~/ui/Button.tsx";
import type { ConfirmationContext } from "../confirmationContext.ts";
import { isWaitingFor, openCount } from "../core/answers.ts";
import { AnswerForm } from "./AnswerForm.tsx";
import { AnswerAvatar, AnswerLabel, PersonName } from "./AnswerState.tsx";
import { LineWords } from "./LineWords.tsx";
import { RewordForm } from "./RewordForm.tsx";
import { TaskOwnerNote } from "./TaskOwnerNote.tsx";

interface CallConfirmationProps extends ConfirmationContext {
  confirmation: Confirmation;
}

/** A decision in the call: large in the reader's language, the own answer, and what everybody else reads and answered. */
export function CallConfirmation({ confirmation, ...context }: CallConfirmationProps) {
  const t = useMessages();
  const { confirmations, state, column, me, writes } = context;
  const [rewording, setRewording] = useState(false);
  const line = state.lines.get(confirmation.line_id);
  if (line === undefined) return null;
  const waiting = isWaitingFor(confirmation, me);
  const asker = confirmation.people.find(({ user_id }) => user_id === confirmation.asked_by);
  const author = confirmation.people.find(({ user_id }) => user_id === line.author);
  const others = confirmation.people.filter(({ user_id }) => user_id !== me);
  return (
    <li data-person={author?.colour} className="grid gap-4 px-5 py-4 not-first:border-t not-first:border-line">
      <div>
        {waiting && asker !== undefined && (
          <p className="mb-2 text-14 text-ink-soft">
            {t.rich("confirmations.asksYou", { name: <bdi>{asker.display_name}</bdi> })}
          </p>
        )}
        <LineWords line={line} column={column} className="text-18 font-strong" originalBeside={waiting} />
      </div>
      {confirmation.asks_me &&
        (confirmation.waits_for_owner ? (
          <TaskOwnerNote confirmation={confirmation} />
        ) : (
          <AnswerForm {...{ confirmation, confirmations, me, writes }} />
        ))}
      {!waiting && (
        <ul aria-label={t("confirmations.people")} className="-mx-5 border-t border-line">
          {others.map((person) => (
            <PersonReading key={person.user_id} person={person} line={line} {...context} />
          ))}
        </ul>
      )}
      {!waiting &&
        isCorrectableBy(line, me) &&
        (rewording ? (
          <RewordForm line={line} confirmations={confirmations} onClose={() => setRewording(false)} />
        ) : (
          <Button className="justify-self-start" onClick={() => setRewording(true)}>
            {t(openCount(confirmation) > 0 ? "confirmations.reword" : "confirmations.reword.short")}
          </Button>
        ))}
      {confirmation.asked_by === me && others.some(({ answer }) => answer === null) && (
        <p className="text-13 leading-snug text-ink-soft">{t("confirmations.byMail")}</p>
      )}
    </li>
  );
}

interface PersonReadingProps extends ConfirmationContext {
  person: ConfirmationPerson;
  line: TranscriptLine;
}

/** A person with the wording that they read and their answer. The question opens below. */
function PersonReading({ person, line, state, column, me }: PersonReadingProps) {
  const t = useMessages();
  const words = person.words === null ? undefined : state.lines.get(person.words);
  const reading = columnText(line, person.reads);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line px-5 py-3">
      <AnswerAvatar person={person} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <PersonName person={person} me={me} />
          <span className="text-13 text-ink-soft">
            {t.rich("confirmations.reads", {
              language: <span lang={person.reads}>{LANGUAGES[person.reads].name}</span>,
            })}
          </span>
          <span className="ms-auto">
            <AnswerLabel person={person} icon />
          </span>
        </p>
        <TranscriptText words={reading} className="mt-0.5 text-14 text-ink-soft" />
        {words !== undefined && (
          <div className="mt-2 rounded-m bg-warning-soft px-3 py-2">
            <LineWords line={words} column={column} className="text-14" />
          </div>
        )}
      </div>
    </li>
  );
}
