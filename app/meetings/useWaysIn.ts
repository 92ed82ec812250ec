import { useNavigation } from "@remix-run/react";
import { isErrorCode } from "#contracts/errors.ts";
import type { JoinProps } from "./components/JoinForm.tsx";
import type { StartProps } from "./components/StartForm.tsx";
import type { StartValues } from "./view.ts";

/** What `takeWayIn` answered when it did not lead away. */
interface Answer {
  readonly intent: "start" | "join";
  readonly error: string;
  readonly code: string;
  readonly values?: StartValues | undefined;
}

/** What the two forms show: what is on its way, and what went wrong. */
export function useWaysIn(id: string, answer: Answer | undefined): { start: StartProps; join: JoinProps } {
  const navigation = useNavigation();
  const going = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  const error = (intent: "start" | "join") =>
    answer?.intent === intent && isErrorCode(answer.error) ? { error: answer.error } : {};
  return {
    start: { id, busy: going === "start", ...error("start"), ...(answer?.values && { values: answer.values }) },
    join: { code: answer?.code ?? "", busy: going === "join", ...error("join") },
  };
}
