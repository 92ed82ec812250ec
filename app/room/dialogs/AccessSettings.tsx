import { useId } from "react";
import type { Access, Meeting } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Switch } from "~/ui/Switch.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { RadioCards } from "./RadioCards.tsx";
import type { AsyncActions } from "./useAsyncActions.ts";
import { useOptimisticValue } from "./useOptimisticValue.ts";

interface AccessSettingsProps {
  meeting: Meeting;
  actions: AsyncActions;
}

/** Shows the access to the meeting. Rank 1 may lock the meeting, rank 2 may also change the access. */
export function AccessSettings({ meeting, actions }: AccessSettingsProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const rank = useCallView((view) => view.rank);
  const waitingCount = useCallView(({ waitingParticipants }) => waitingParticipants.length);
  const id = useId();
  const access = useOptimisticValue(meeting.access);
  const locked = useOptimisticValue(meeting.locked);
  return (
    <div className="grid gap-2">
      {rank >= 2 ? (
        <RadioCards<Access>
          legend={t("people.access.title")}
          name={`${id}access`}
          value={access.value}
          busy={actions.isPending("access")}
          onChange={(next) =>
            void access.update(next, () => actions.run("access", () => moderation.updateMeeting({ p_access: next })))
          }
          options={[
            {
              value: "open",
              label: t("people.access.open"),
              hint: waitingCount > 0 && !locked.value ? t("people.access.openWaiting") : t("people.access.openHint"),
            },
            { value: "knock", label: t("people.access.knock"), hint: t("people.access.knockHint") },
            // A guest's meeting belongs to no workspace.
            ...(meeting.expires_at === null
              ? [
                  {
                    value: "members" as const,
                    label: t("people.access.members"),
                    hint: t("people.access.membersHint"),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <div>
          <h3 className="text-14 font-strong">{t("people.access.title")}</h3>
          <p className="mt-1 text-pretty">
            {t(meeting.locked ? "people.access.now.locked" : `people.access.now.${meeting.access}`)}
          </p>
        </div>
      )}
      {rank >= 1 && (
        <Switch
          label={t("people.lock")}
          hint={t("people.lock.hint")}
          checked={locked.value}
          onChange={(next) => void locked.update(next, () => actions.run("lock", () => moderation.setLocked(next)))}
          className="flex-row-reverse py-1"
        />
      )}
    </div>
  );
}
