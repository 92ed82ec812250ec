import { useActionData } from "@remix-run/react";
import { isErrorCode } from "#contracts/errors.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";

/**
 * A form that the Worker did not let through (`functions/guard.ts`): the page stays, with what was typed, and says why.
 * Stands in the route that is posted to, for Remix tells a route of its own action alone.
 */
export function RefusedNotice() {
  const answer = useActionData<unknown>();
  if (typeof answer !== "object" || answer === null || !("refused" in answer) || !isErrorCode(answer.refused))
    return null;
  return (
    <div className="fixed inset-x-0 top-0 z-20 px-4 pt-3">
      <ErrorNotice code={answer.refused} shape="row" className="mx-auto max-w-hero shadow-3" />
    </div>
  );
}
