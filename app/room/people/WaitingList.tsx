import type { MouseEvent } from "react";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import type { ParticipantsById } from "../../call/roster.ts";
import type { AsyncActions } from "../dialogs/useAsyncActions.ts";
import { useRoom } from "../RoomProvider.tsx";
import { SpeaksReads } from "./SpeaksReads.tsx";
import type { MisclickGuard } from "./useMisclickGuard.ts";
import { colourOnEntry } from "./usePendingKnocks.ts";

interface WaitingListProps {
  waiting: readonly WaitingParticipant[];
  participants: ParticipantsById;
  actions: AsyncActions;
  misclickGuard: MisclickGuard;
  onAnswered(visitor: WaitingParticipant): void;
}

/** The visitors in the order of knocking, each with buttons to admit and deny. */
export function WaitingList({ waiting, participants, actions, misclickGuard, onAnswered }: WaitingListProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const decide = async (visitor: WaitingParticipant, decision: "admit" | "deny", click: MouseEvent) => {
    const { user_id } = visitor;
    if (!misclickGuard.allows(visitor, click)) return;
    misclickGuard.markAnswered(visitor);
    if (await actions.run(`${decision} ${user_id}`, () => moderation[decision](user_id))) onAnswered(visitor);
  };
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {waiting.map((visitor) => (
        <li key={visitor.user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
            <Avatar colour={colourOnEntry(participants, visitor)} name={visitor.display_name} />
            <div className="min-w-0 flex-1 leading-snug">
              <p className="truncate font-strong">
                <bdi>{visitor.display_name}</bdi>
              </p>
              <p className="text-14 text-ink-soft">
                <SpeaksReads speaks={visitor.speaks} reads={visitor.reads} />
              </p>
            </div>
          </div>
          <div className="grid max-w-105 flex-1 basis-60 grid-cols-2 gap-2">
            <Button
              busy={actions.isPending(`deny ${visitor.user_id}`)}
              aria-label={t("people.waiting.denyOf", { name: visitor.display_name })}
              onClick={(click) => decide(visitor, "deny", click)}
            >
              {t("people.waiting.deny")}
            </Button>
            <Button
              variant="primary"
              busy={actions.isPending(`admit ${visitor.user_id}`)}
              aria-label={t("people.waiting.admitOf", { name: visitor.display_name })}
              onClick={(click) => decide(visitor, "admit", click)}
            >
              {t("people.waiting.admit")}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
