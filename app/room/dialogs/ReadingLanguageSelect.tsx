import { isLanguage } from "#contracts/languages.ts";
import type { Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useMeetingConfig } from "~/lib/MeetingConfig.tsx";
import { LanguageSelect } from "~/translation/LanguageSelect.tsx";
import { Field } from "~/ui/Field.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { ActionError } from "./ActionError.tsx";
import { useAsyncActions } from "./useAsyncActions.ts";
import { useOptimisticValue } from "./useOptimisticValue.ts";

/** Changes the local participant's reading language at once. */
export function ReadingLanguageSelect({ me }: { me: Participant }) {
  const t = useMessages();
  const { moderation } = useRoom();
  const { pairs } = useMeetingConfig();
  const people = useCallView((view) => view.people);
  const actions = useAsyncActions();
  const { value, update } = useOptimisticValue(me.reads);
  const { display_name, speaks } = me;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Field label={t("language.reads")}>
        {(control) => (
          <LanguageSelect
            {...control}
            suggested={[value, ...people.flatMap(({ participant }) => [participant.reads, participant.speaks])]}
            translation={{ pairs, side: "to" }}
            value={value}
            onChange={({ target }) => {
              const reads = target.value;
              if (!isLanguage(reads)) return;
              void update(reads, () =>
                actions.run("reads", () => moderation.updateProfile({ display_name, speaks, reads })),
              );
            }}
          />
        )}
      </Field>
      <ActionError actions={actions} />
    </div>
  );
}
