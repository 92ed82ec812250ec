import { useMemo } from "react";
import type { ParticipantsById } from "~/call/roster.ts";
import { useLocale } from "~/i18n/I18nProvider.tsx";
import { createDateFormatter, deviceTimeZone } from "~/lib/dates.ts";
import { createLineEditing, type LineEditingOptions } from "./lineEditing.ts";
import type { LineEditingContext } from "./transcriptView.ts";

/** Edits lines during the call: people come from the roster, times use the device's time zone. */
export function useLineEditing(options: LineEditingOptions, participants: ParticipantsById): LineEditingContext {
  const languageTag = useLocale();
  return useMemo(() => {
    const people = new Map(
      [...participants.values()].map(({ user_id: id, number, colour, display_name: name }) => [
        id,
        { id, number, colour, name },
      ]),
    );
    const admitted = [...participants.values()].filter(({ admission }) => admission === "admitted");
    return {
      me: options.me,
      editing: createLineEditing(options),
      times: createDateFormatter({ languageTag, timeZone: deviceTimeZone() }),
      people: admitted.flatMap(({ user_id }) => people.get(user_id) ?? []),
      personOf: (id) => people.get(id),
      hasGlossary: options.hasGlossary,
      ...(options.askEverybody && { askEverybody: options.askEverybody }),
    };
  }, [options, participants, languageTag]);
}
