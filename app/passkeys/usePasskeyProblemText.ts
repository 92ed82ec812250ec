import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import type { AnyPasskeyProblem } from "./passkeyView.ts";

/** Problems of a sign-in. The others are of accounts, whose pages have their texts. */
type SignInProblem = "cancelled" | "unsupported" | "refused" | "expired";
const isSignInProblem = (problem: AnyPasskeyProblem): problem is SignInProblem =>
  problem === "cancelled" || problem === "unsupported" || problem === "refused" || problem === "expired";

/** Returns the text of why no passkey was used. */
export function usePasskeyProblemText(problem: AnyPasskeyProblem | null): string | null {
  const t = useMessages();
  if (problem === null) return null;
  if (isErrorCode(problem)) return errorText(t, problem satisfies ErrorCode);
  return isSignInProblem(problem) ? t(`sign-in.passkey.${problem}`) : t(`passkeys.problem.${problem}`);
}
