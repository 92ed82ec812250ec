import Hand from "lucide-react/icons/hand";
import type { Participant } from "#contracts/meetings.ts";
import type { Moderation } from "~/call/moderation.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import type { CallView } from "../core/callView.ts";
import type { AsyncActions } from "../dialogs/useAsyncActions.ts";

interface RaisedHandsListProps {
  /** The first the first. */
  hands: readonly Participant[];
  me: Participant | null;
  rank: CallView["rank"];
  moderation: Moderation;
  asyncActions: AsyncActions;
}

/** Whose turn it is to speak. Everybody lowers their own hand, who leads those of others. */
export function RaisedHandsList({ hands, me, rank, moderation, asyncActions }: RaisedHandsListProps) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)]">
      {hands.map(({ user_id, display_name }, index) => {
        const isLocal = user_id === me?.user_id;
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
                busy={asyncActions.isPending(key)}
                aria-label={t("people.lowerOf", { name: display_name })}
                onClick={() => void asyncActions.run(key, () => moderation.lowerHand(isLocal ? undefined : user_id))}
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
