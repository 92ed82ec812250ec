import { useMemo } from "react";
import type { Participant } from "#contracts/meetings.ts";
import { useLocale } from "~/i18n/I18nProvider.tsx";
import type { LineEditingContext } from "./LineEditingTools.tsx";
import { createLineEditing, type LineEditingOptions } from "./lineEditing.ts";
import { createTimeFormatter } from "./timeFormatter.ts";

/** Work on lines from within the call: those of the meeting as it knows them, times as this device writes them. */
export function useLineEditing(
  options: LineEditingOptions,
  participants: ReadonlyMap<string, Participant>,
): LineEditingContext {
  const languageTag = useLocale();
  return useMemo(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const people = new Map(
      [...participants.values()].map(({ user_id: id, number, display_name: name }) => [id, { id, number, name }]),
    );
    const admitted = [...participants.values()].filter(({ admission }) => admission === "admitted");
    return {
      editing: createLineEditing(options),
      times: createTimeFormatter({ languageTag, timeZone, timeZoneChosen: true }),
      people: admitted.flatMap(({ user_id }) => people.get(user_id) ?? []),
      personOf: (id) => people.get(id),
      hasGlossary: options.hasGlossary,
    };
  }, [options, participants, languageTag]);
}
