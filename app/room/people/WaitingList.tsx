import type { MouseEvent } from "react";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import type { Moderation } from "~/call/moderation.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import type { AsyncActions } from "../dialogs/useAsyncActions.ts";
import { SpeaksReads } from "./SpeaksReads.tsx";
import type { MisclickGuard } from "./useMisclickGuard.ts";

interface WaitingListProps {
  waiting: readonly WaitingParticipant[];
  /** Of the next to come to the meeting: gives who waits the colour that they will have. */
  firstNumber: number;
  moderation: Moderation;
  asyncActions: AsyncActions;
  misclickGuard: MisclickGuard;
  onAnswered(one: WaitingParticipant): void;
}

/** Who waits to be let in, the first first, each with both answers. */
export function WaitingList({
  waiting,
  firstNumber,
  moderation,
  asyncActions,
  misclickGuard,
  onAnswered,
}: WaitingListProps) {
  const t = useMessages();
  const decide = async (one: WaitingParticipant, decision: "admit" | "deny", press: MouseEvent) => {
    if (!misclickGuard.one(one, press)) return;
    misclickGuard.markAnswered(one);
    if (await asyncActions.run(`${decision} ${one.user_id}`, () => moderation[decision](one.user_id))) onAnswered(one);
  };
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {waiting.map((one, index) => (
        <li key={one.user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
            <Avatar number={firstNumber + index} name={one.display_name} />
            <div className="min-w-0 flex-1 leading-snug">
              <p className="truncate font-strong">
                <bdi>{one.display_name}</bdi>
              </p>
              <p className="text-14 text-ink-soft">
                <SpeaksReads speaks={one.speaks} reads={one.reads} />
              </p>
            </div>
          </div>
          <div className="grid max-w-105 flex-1 basis-60 grid-cols-2 gap-2">
            <Button
              busy={asyncActions.isPending(`deny ${one.user_id}`)}
              aria-label={t("people.lobby.notNowOf", { name: one.display_name })}
              onClick={(press) => decide(one, "deny", press)}
            >
              {t("people.lobby.notNow")}
            </Button>
            <Button
              variant="primary"
              busy={asyncActions.isPending(`admit ${one.user_id}`)}
              aria-label={t("people.lobby.admitOf", { name: one.display_name })}
              onClick={(press) => decide(one, "admit", press)}
            >
              {t("people.lobby.admit")}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
