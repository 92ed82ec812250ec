import { useEffect } from "react";
import { type Meeting, showCode } from "#contracts/meetings.ts";

/** The address follows the meeting's code: a page that is loaded again, or left open over night, still finds it. */
export function useMeetingAddress(meeting: Pick<Meeting, "code"> | null): void {
  const code = meeting?.code;
  useEffect(() => {
    if (code === undefined) return;
    const path = `/m/${showCode(code)}`;
    if (location.pathname !== path) history.replaceState(history.state, "", path);
  }, [code]);
}
