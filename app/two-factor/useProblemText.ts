import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { FactorProblem } from "~/lib/secondFactor.ts";
import { errorText } from "~/ui/errorMessages.tsx";

/** Returns the text of why Auth rejected a form. */
export function useProblemText(problem: FactorProblem | ErrorCode | null): string | null {
  const t = useMessages();
  if (problem === null) return null;
  return isErrorCode(problem) ? errorText(t, problem) : t(`factors.problem.${problem}`);
}
