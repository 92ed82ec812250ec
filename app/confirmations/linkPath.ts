import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { LinkPageView } from "./linkPageView.ts";

/** Returns the query of the page on which the answer is chosen. Null: none is chosen yet. */
export const linkPath = ({ language }: Pick<LinkPageView, "language">, answer: ConfirmationAnswer | null): string =>
  `?${new URLSearchParams({ language, answer: answer ?? "" })}`;
