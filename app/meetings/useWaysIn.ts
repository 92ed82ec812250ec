import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useNavigation } from "@remix-run/react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { answerOr } from "~/platform/failure.ts";
import type { JoinProps } from "./components/JoinForm.tsx";
import type { StartProps } from "./components/StartForm.tsx";
import type { StartValues, TypedWayIn } from "./view.ts";

/** What `takeWayIn` answered when it did not lead away. */
interface Answer {
  readonly intent: "start" | "join";
  readonly error: ErrorCode;
  readonly code: string;
  readonly values: StartValues | undefined;
}

/** The `clientAction` above `takeWayIn`: where a press does not get through, its form stays and says so. */
export async function pressWayIn({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer> {
  const intent = (await request.clone().formData()).get("intent") === "join" ? "join" : "start";
  return answerOr<Answer>(request, serverAction, (error) => ({ intent, error, code: "", values: undefined }));
}

/** What a press answers is why it failed: nothing else has changed, and without a network nothing could be read. */
export const unlessAnswered: ShouldRevalidateFunction = ({ actionResult }) => actionResult === undefined;

interface Page {
  /** Of the meeting that the next press opens. */
  readonly id: string;
  /** In a press that was not let through. */
  readonly typed: TypedWayIn;
}

/** What the two forms show: what is on its way, and what went wrong. */
export function useWaysIn({ id, typed }: Page, answer: Answer | undefined): { start: StartProps; join: JoinProps } {
  const navigation = useNavigation();
  const going = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  const error = (intent: "start" | "join") =>
    answer?.intent === intent && isErrorCode(answer.error) ? { error: answer.error } : {};
  const values = answer?.values ?? typed.values;
  return {
    start: { id, busy: going === "start", ...error("start"), ...(values && { values }) },
    join: { code: answer?.code ?? typed.code ?? "", busy: going === "join", ...error("join") },
  };
}
