import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useNavigation } from "@remix-run/react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { withActionFallback } from "~/lib/routeErrors.ts";
import type { JoinFormProps } from "./JoinForm.tsx";
import type { StartFormBaseProps } from "./StartForm.tsx";
import type { StartValues, SubmittedStartOrJoin } from "./startOrJoinView.ts";

/** Result of `startOrJoinAction` if it did not redirect. */
interface StartOrJoinResult {
  readonly intent: "start" | "join";
  readonly error: ErrorCode;
  readonly code?: string;
  readonly values?: StartValues | undefined;
  /** The first character of the code that no code contains. */
  readonly wrong?: string | null;
}

/** The `clientAction` of `startOrJoinAction`: after a network failure the form stays and shows the error. */
export async function startOrJoinClientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<StartOrJoinResult> {
  const intent = (await request.clone().formData()).get("intent") === "join" ? "join" : "start";
  return withActionFallback<StartOrJoinResult>(request, serverAction, (error) => ({ intent, error }));
}

/** An action result means failure: nothing else changed, and without a network nothing could be read. */
export const unlessResponded: ShouldRevalidateFunction = ({ actionResult }) => actionResult === undefined;

interface StartOrJoinPage {
  /** Id of the meeting that the next submit opens. */
  readonly id: string;
  /** Values of a rejected submission. */
  readonly typed: SubmittedStartOrJoin;
}

/** Returns the props of both forms: pending state, error and values. */
export function useStartOrJoin(
  { id, typed }: StartOrJoinPage,
  result: StartOrJoinResult | undefined,
): { start: StartFormBaseProps; join: JoinFormProps } {
  const navigation = useNavigation();
  const pendingIntent = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  const error = (intent: "start" | "join") =>
    result?.intent === intent && isErrorCode(result.error) ? { error: result.error } : {};
  const values = result?.values ?? typed.values;
  return {
    start: { id, busy: pendingIntent === "start", ...error("start"), ...(values && { values }) },
    join: {
      code: result?.code ?? typed.code ?? "",
      wrong: result?.wrong,
      busy: pendingIntent === "join",
      ...error("join"),
    },
  };
}
