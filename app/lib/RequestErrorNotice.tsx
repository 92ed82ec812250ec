import { useActionData } from "@remix-run/react";
import { isErrorCode } from "#contracts/errors.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";

/**
 * Shows why the Worker rejected a form (`functions/requestGuards.ts`). The page stays, with the submitted values.
 * Render it in the route that receives the form: Remix gives a route the data of its own action only.
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
