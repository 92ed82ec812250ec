import { useMemo } from "react";
import type { Participant } from "#contracts/meetings.ts";
import { useLocale } from "~/i18n/index.tsx";
import type { AtWork } from "./components/RowTools.tsx";
import { createLineWork, type LineWorkParts } from "./core/lineWork.ts";
import { timesOf } from "./times.ts";

/** Work on lines from within the call: those of the meeting as it knows them, times as this device writes them. */
export function useAtWork(parts: LineWorkParts, participants: ReadonlyMap<string, Participant>): AtWork {
  const tag = useLocale();
  return useMemo(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const people = new Map(
      [...participants.values()].map(({ user_id: id, number, display_name: name }) => [id, { id, number, name }]),
    );
    const admitted = [...participants.values()].filter(({ admission }) => admission === "admitted");
    return {
      work: createLineWork(parts),
      times: timesOf({ tag, timeZone, certain: true }),
      people: admitted.flatMap(({ user_id }) => people.get(user_id) ?? []),
      personOf: (id) => people.get(id),
      hasGlossary: parts.hasGlossary,
    };
  }, [parts, participants, tag]);
}
