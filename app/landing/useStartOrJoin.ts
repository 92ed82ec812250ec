import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useNavigation } from "@remix-run/react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { withActionFallback } from "~/lib/routeErrors.ts";
import type { JoinFormProps } from "./JoinForm.tsx";
import type { StartFormBaseProps } from "./StartForm.tsx";
import type { StartValues, SubmittedStartOrJoin } from "./startOrJoinView.ts";

/** What `takeWayIn` answered when it did not lead away. */
interface StartOrJoinResult {
  readonly intent: "start" | "join";
  readonly error: ErrorCode;
  readonly code: string;
  readonly values: StartValues | undefined;
}

/** The `clientAction` above `takeWayIn`: where a press does not get through, its form stays and says so. */
export async function startOrJoinClientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<StartOrJoinResult> {
  const intent = (await request.clone().formData()).get("intent") === "join" ? "join" : "start";
  return withActionFallback<StartOrJoinResult>(request, serverAction, (error) => ({
    intent,
    error,
    code: "",
    values: undefined,
  }));
}

/** What a press answers is why it failed: nothing else has changed, and without a network nothing could be read. */
export const unlessResponded: ShouldRevalidateFunction = ({ actionResult }) => actionResult === undefined;

interface StartOrJoinPage {
  /** Of the meeting that the next press opens. */
  readonly id: string;
  /** In a press that was not let through. */
  readonly typed: SubmittedStartOrJoin;
}

/** What the two forms show: what is on its way, and what went wrong. */
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
    join: { code: result?.code ?? typed.code ?? "", busy: pendingIntent === "join", ...error("join") },
  };
}
