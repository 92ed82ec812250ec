import type { AnyPasskeyProblem } from "./passkeyView.ts";
import { usePasskeyProblemText } from "./usePasskeyProblemText.ts";

/** Why no passkey was used, or changed. */
export function PasskeyProblem({ problem }: { problem: AnyPasskeyProblem | null }) {
  const text = usePasskeyProblemText(problem);
  if (text === null) return null;
  return (
    <p role="alert" className="rounded-m bg-danger-soft px-4 py-3 font-strong text-pretty">
      {text}
    </p>
  );
}
