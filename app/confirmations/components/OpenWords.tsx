import type { Confirmation } from "#contracts/confirmations.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranscriptColumn, TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { peopleWithWords } from "../core/answers.ts";
import { AnswerIcon } from "./AnswerState.tsx";
import { LineWords } from "./LineWords.tsx";

interface OpenWordsProps {
  confirmation: Confirmation;
  lines: ReadonlyMap<string, TranscriptLine>;
  column: TranscriptColumn;
  me: string | null;
}

/** The questions and other readings, in the reader's language. */
export function OpenWords({ confirmation, lines, column, me }: OpenWordsProps) {
  const t = useMessages();
  return peopleWithWords(confirmation).map((person) => {
    const words = person.words === null ? undefined : lines.get(person.words);
    if (words === undefined) return null;
    const key = person.answer === "unclear" ? "confirmations.isAsking" : "confirmations.hasUnderstood";
    return (
      <div key={person.user_id} className="flex gap-2.5 bg-warning-soft px-4 py-3 min-[40rem]:px-5">
        <AnswerIcon answer={person.answer} className="mt-0.5 size-4.5" />
        <div className="min-w-0 flex-1">
          <p className="text-14 font-strong leading-snug">
            {person.user_id === me ? t(`${key}.you`) : t.rich(key, { name: <bdi>{person.display_name}</bdi> })}
          </p>
          <LineWords line={words} column={column} className="text-16" />
        </div>
      </div>
    );
  });
}
