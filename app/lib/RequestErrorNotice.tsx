import { useActionData } from "@remix-run/react";
import { isErrorCode } from "#contracts/errors.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";

/**
 * A form that the Worker did not let through (`functions/requestGuards.ts`): the page stays, with what was typed, and says why.
 * Stands in the route that is posted to, for Remix tells a route of its own action alone.
 */
export function RequestErrorNotice() {
  const actionData = useActionData<unknown>();
  if (
    typeof actionData !== "object" ||
    actionData === null ||
    !("refused" in actionData) ||
    !isErrorCode(actionData.refused)
  )
    return null;
  return (
    <div className="fixed inset-x-0 top-0 z-20 px-4 pt-3">
      <ErrorNotice code={actionData.refused} shape="row" className="mx-auto max-w-hero shadow-3" />
    </div>
  );
}
