import type { ErrorCode } from "#contracts/errors.ts";
import type { FactorProblem } from "~/lib/secondFactor.ts";
import { useProblemText } from "../useProblemText.ts";

/** Why Auth rejected a form as a whole. */
export function ProblemNotice({ problem }: { problem: FactorProblem | ErrorCode }) {
  const text = useProblemText(problem);
  return (
    <p role="alert" className="rounded-m bg-danger-soft px-4 py-3 font-strong text-pretty">
      {text}
    </p>
  );
}
