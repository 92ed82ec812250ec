/** The page of a link in an email. All texts are in the language that the person reads, also if the interface is not in it. */
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { ConfirmationTexts } from "#contracts/confirmationTexts.ts";
import type { ErrorCode } from "#contracts/errors.ts";

/** `empty`: the words are missing. Each is also a text of the page. */
export type LinkAnswerError = "empty" | "failed" | "changed" | "refused";

const ANSWER_ERRORS: Partial<Record<ErrorCode, LinkAnswerError>> = {
  "line/empty": "empty",
  "confirmation/changed": "changed",
  "confirmation/link-refused": "refused",
  "confirmation/not-found": "refused",
};

export const toLinkAnswerError = (code: ErrorCode): LinkAnswerError => ANSWER_ERRORS[code] ?? "failed";

interface Words {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
  readonly dir: "ltr" | "rtl";
}

export interface LinkedView {
  readonly meeting: string;
  readonly about: string;
  readonly decision: Words;
  /** Above the original: who said it, or that there is no translation. */
  readonly note: string | null;
  /** Null: `decision` is the original. */
  readonly original: Words | null;
  readonly answer: ConfirmationAnswer | null;
  readonly words: string | null;
  /** The language of the field. */
  readonly writes: Words;
  /** The answer that the reader is about to give. */
  readonly choice: ConfirmationAnswer | null;
  /** The stored answer is shown, not the choice. */
  readonly sent: boolean;
  /** The id of the line with the words, so that a repeated submit stores it once. */
  readonly wordsId: string;
}

export interface LinkPageView {
  readonly language: string;
  readonly dir: "ltr" | "rtl";
  readonly languageName: string;
  readonly texts: ConfirmationTexts;
  /** The text has changed, or the link is unknown or old. */
  readonly refused: "changed" | "refused" | null;
  readonly linked: LinkedView | null;
  /** The reader gets emails like the one with the link. Null: the link does not tell. */
  readonly emails: boolean | null;
}
