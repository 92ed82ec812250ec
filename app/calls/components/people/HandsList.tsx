import Hand from "lucide-react/icons/hand";
import type { Participant } from "#contracts/meetings.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import type { Presses } from "./usePresses.ts";

interface HandsListProps {
  /** The first the first. */
  hands: readonly Participant[];
  me: Participant | null;
  rank: CallView["rank"];
  lead: Lead;
  presses: Presses;
}

/** Whose turn it is to speak. Everybody lowers their own hand, who leads those of others. */
export function HandsList({ hands, me, rank, lead, presses }: HandsListProps) {
  const t = useMessages();
  const format = useFormat();
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)]">
      {hands.map(({ user_id, display_name }, index) => {
        const mine = user_id === me?.user_id;
        const key = `hand ${user_id}`;
        return (
          <li key={user_id} className="flex min-h-control items-center gap-3">
            <span className="flex w-8 flex-none items-center justify-center gap-1 text-14 font-strong text-warning">
              <Hand className="size-4" />
              {format.number(index + 1)}
            </span>
            <span className="min-w-0 flex-1 truncate leading-snug font-strong">
              {mine ? t.rich("call.you", { name: <bdi>{display_name}</bdi> }) : <bdi>{display_name}</bdi>}
            </span>
            {(mine || rank > 0) && (
              <Button
                size="s"
                variant="ghost"
                busy={presses.busy(key)}
                aria-label={t("people.lowerOf", { name: display_name })}
                onClick={() => void presses.press(key, () => lead.lowerHand(mine ? undefined : user_id))}
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
