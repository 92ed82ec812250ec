/** The answers to confirmations for an export, in the language of the file. */
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { CallConfirmations, Confirmation, ConfirmationPerson } from "#contracts/confirmations.ts";
import type { Language } from "#contracts/languages.ts";
import { wordingRead } from "../../confirmations/wordingRead.ts";
import { columnText, type TranscriptColumn, type TranscriptLine, toTranscriptLine } from "../transcriptLine.ts";

interface Words {
  readonly text: string;
  readonly language: Language;
}

/** As the JSON export has it. */
interface ExportAnswer {
  readonly name: string;
  /** Null: no answer, which is never a yes. */
  readonly answer: ConfirmationAnswer | null;
  readonly answered_at: string | null;
  /** The text that the person read. Null without an answer. */
  readonly read: Words | null;
  /** The question of an unclear answer or the own wording of a different one, in the language of the file. */
  readonly words: (Words & { readonly original: Words }) | null;
}

export interface ExportConfirmation {
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly counts: Confirmation["counts"];
  readonly answers: readonly ExportAnswer[];
  /** The counts and the answers as text, each in one line. */
  readonly rows: readonly string[];
}

/** Texts in the reader's UI language. */
export interface ConfirmationTexts {
  count(counts: Confirmation["counts"]): string;
  answer(person: Pick<ConfirmationPerson, "answer" | "answered_before">): string;
  quote(text: string): string;
  readIn(language: Language): string;
  /** People beyond those who are listed. */
  more(count: number): string;
}

/** Returns the confirmations by the id of their line. */
export function toExportConfirmations(
  { confirmations, lines }: CallConfirmations,
  column: TranscriptColumn,
  texts: ConfirmationTexts,
): Map<string, ExportConfirmation> {
  const shown = new Map(lines.flatMap((line) => toTranscriptLine(line) ?? []).map((line) => [line.id, line]));
  return new Map(
    confirmations.flatMap((confirmation) => {
      const line = shown.get(confirmation.line_id);
      return line === undefined ? [] : [[line.id, toExportConfirmation(confirmation, line, shown, column, texts)]];
    }),
  );
}

function toExportConfirmation(
  { asked_at, counts, people }: Confirmation,
  line: TranscriptLine,
  lines: ReadonlyMap<string, TranscriptLine>,
  column: TranscriptColumn,
  texts: ConfirmationTexts,
): ExportConfirmation {
  const answers = people.map((person) => toExportAnswer(person, line, lines, column));
  const rows = people.map((person, index) => rowOf(person, answers[index], texts));
  const unlisted = counts.asked - people.length;
  return {
    ...{ askedAt: Date.parse(asked_at), counts, answers },
    rows: [texts.count(counts), ...rows, ...(unlisted > 0 ? [texts.more(unlisted)] : [])],
  };
}

function toExportAnswer(
  person: ConfirmationPerson,
  line: TranscriptLine,
  lines: ReadonlyMap<string, TranscriptLine>,
  column: TranscriptColumn,
): ExportAnswer {
  const { display_name: name, answer, answered_at, words: wordsId } = person;
  const words = wordsId === null ? undefined : lines.get(wordsId);
  const shown = words && columnText(words, column);
  return {
    ...{ name, answer, answered_at },
    read: answer === null ? null : wordingRead(person, line),
    words:
      words === undefined || shown === undefined
        ? null
        : {
            ...{ text: shown.text, language: shown.language },
            original: { text: words.text, language: words.language },
          },
  };
}

/** Isolates keep the direction of a name apart from the text. */
const isolated = (text: string) => `\u2068${text.replace(/\s+/gu, " ").trim()}\u2069`;

function rowOf(person: ConfirmationPerson, answer: ExportAnswer | undefined, texts: ConfirmationTexts): string {
  const { quote, readIn } = texts;
  const words = answer?.words ? ` ${quote(isolated(answer.words.text))}` : "";
  const read = answer?.read ? ` · ${readIn(answer.read.language)}: ${quote(isolated(answer.read.text))}` : "";
  return `${isolated(person.display_name)}: ${texts.answer(person)}${words}${read}`;
}
