import type { MouseEvent } from "react";
import type { Waiting } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import type { Lead } from "../../core/lead.ts";
import { SpeaksReads } from "./SpeaksReads.tsx";
import type { Meant } from "./useMeant.ts";
import type { Presses } from "./usePresses.ts";

interface WaitingListProps {
  waiting: readonly Waiting[];
  /** Of the next to come to the meeting: gives who waits the colour that they will have. */
  nextNumber: number;
  lead: Lead;
  presses: Presses;
  meant: Meant;
  onAnswered(one: Waiting): void;
}

/** Who waits to be let in, the first first, each with both answers. */
export function WaitingList({ waiting, nextNumber, lead, presses, meant, onAnswered }: WaitingListProps) {
  const t = useMessages();
  const answer = async (one: Waiting, name: "admit" | "deny", press: MouseEvent) => {
    if (!meant.one(one, press)) return;
    meant.answers(one);
    if (await presses.press(`${name} ${one.user_id}`, () => lead[name](one.user_id))) onAnswered(one);
  };
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {waiting.map((one, index) => (
        <li key={one.user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
            <Avatar number={nextNumber + index} name={one.display_name} />
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
              busy={presses.busy(`deny ${one.user_id}`)}
              aria-label={t("people.lobby.notNowOf", { name: one.display_name })}
              onClick={(press) => answer(one, "deny", press)}
            >
              {t("people.lobby.notNow")}
            </Button>
            <Button
              variant="primary"
              busy={presses.busy(`admit ${one.user_id}`)}
              aria-label={t("people.lobby.admitOf", { name: one.display_name })}
              onClick={(press) => answer(one, "admit", press)}
            >
              {t("people.lobby.admit")}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
