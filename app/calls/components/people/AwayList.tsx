import ChevronDown from "lucide-react/icons/chevron-down";
import type { Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import type { Face } from "../../callView.ts";
import { type PersonActions, PersonMenu } from "./PersonMenu.tsx";
import { PersonRow } from "./PersonRow.tsx";

interface AwayListProps extends PersonActions {
  people: readonly Face[];
  participants: ReadonlyMap<string, Participant>;
}

/** Those of the meeting who are not in the call now, folded. Who was removed is seen by those alone who can let them in. */
export function AwayList({ people, participants, ...actions }: AwayListProps) {
  const t = useMessages();
  const { rank, lead, presses } = actions;
  const inside = new Set(people.map(({ participant }) => participant.user_id));
  const away = [...participants.values()]
    .filter(({ user_id, admission }) => !inside.has(user_id) && (admission === "admitted" || rank > 0))
    .sort((a, b) => a.number - b.number);
  if (away.length === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-3 rounded-s text-14 font-strong text-ink-soft">
        {t("people.away", { count: away.length })}
        <ChevronDown className="transition-transform group-open:rotate-180" />
      </summary>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
        {away.map((participant) =>
          participant.admission === "removed" ? (
            <PersonRow key={participant.user_id} participant={participant} note={t("people.removed")}>
              <Button
                size="s"
                busy={presses.busy(participant.user_id)}
                aria-label={t("people.letInOf", { name: participant.display_name })}
                onClick={() => void presses.press(participant.user_id, () => lead.admit(participant.user_id))}
                className="pointer-coarse:min-h-control"
              >
                {t("people.letIn")}
              </Button>
            </PersonRow>
          ) : (
            <PersonRow key={participant.user_id} participant={participant}>
              <PersonMenu {...actions} participant={participant} pin={null} />
            </PersonRow>
          ),
        )}
      </ul>
    </details>
  );
}
