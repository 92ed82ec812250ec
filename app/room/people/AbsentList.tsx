import ChevronDown from "lucide-react/icons/chevron-down";
import type { ParticipantsById } from "~/call/roster.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import type { TileParticipant } from "../core/callView.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { type ModerationProps, ParticipantMenu } from "./ParticipantMenu.tsx";
import { ParticipantRow } from "./ParticipantRow.tsx";

interface AbsentListProps extends ModerationProps {
  people: readonly TileParticipant[];
  participants: ParticipantsById;
}

/** Participants who are not in the call, collapsed. Only moderators see removed ones, because only they can readmit them. */
export function AbsentList({ people, participants, ...menuProps }: AbsentListProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const rank = useCallView((view) => view.rank);
  const { actions } = menuProps;
  const presentIds = new Set(people.map(({ participant }) => participant.user_id));
  const absent = [...participants.values()]
    .filter(({ user_id, admission }) => !presentIds.has(user_id) && (admission === "admitted" || rank > 0))
    .sort((a, b) => a.number - b.number);
  if (absent.length === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-3 rounded-s text-14 font-strong text-ink-soft">
        {t("people.away", { count: absent.length })}
        <ChevronDown className="transition-transform group-open:rotate-180" />
      </summary>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
        {absent.map((participant) =>
          participant.admission === "removed" ? (
            <ParticipantRow key={participant.user_id} participant={participant} note={t("people.removed")}>
              <Button
                size="s"
                busy={actions.isPending(participant.user_id)}
                aria-label={t("people.letInOf", { name: participant.display_name })}
                onClick={() => void actions.run(participant.user_id, () => moderation.admit(participant.user_id))}
                className="pointer-coarse:min-h-control"
              >
                {t("people.letIn")}
              </Button>
            </ParticipantRow>
          ) : (
            <ParticipantRow key={participant.user_id} participant={participant}>
              <ParticipantMenu {...menuProps} participant={participant} pin={null} />
            </ParticipantRow>
          ),
        )}
      </ul>
    </details>
  );
}
