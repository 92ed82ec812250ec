import Hand from "lucide-react/icons/hand";
import type { Participant } from "#contracts/meetings.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import type { AsyncActions } from "../dialogs/useAsyncActions.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";

interface RaisedHandsListProps {
  /** In the order of raising. */
  hands: readonly Participant[];
  actions: AsyncActions;
}

/** The queue of speakers. Everybody may lower their own hand, moderators any hand. */
export function RaisedHandsList({ hands, actions }: RaisedHandsListProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const myId = useCallView(({ me }) => me?.user_id);
  const rank = useCallView((view) => view.rank);
  const format = useFormatters();
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)]">
      {hands.map(({ user_id, display_name }, index) => {
        const isLocal = user_id === myId;
        const key = `hand ${user_id}`;
        return (
          <li key={user_id} className="flex min-h-control items-center gap-3">
            <span className="flex w-8 flex-none items-center justify-center gap-1 text-14 font-strong text-warning">
              <Hand className="size-4" />
              {format.number(index + 1)}
            </span>
            <span className="min-w-0 flex-1 truncate leading-snug font-strong">
              {isLocal ? t.rich("call.you", { name: <bdi>{display_name}</bdi> }) : <bdi>{display_name}</bdi>}
            </span>
            {(isLocal || rank > 0) && (
              <Button
                size="s"
                variant="ghost"
                busy={actions.isPending(key)}
                aria-label={t("people.lowerOf", { name: display_name })}
                onClick={() => void actions.run(key, () => moderation.lowerHand(isLocal ? undefined : user_id))}
                className="pointer-coarse:min-h-control"
              >
                {t("people.lower")}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
