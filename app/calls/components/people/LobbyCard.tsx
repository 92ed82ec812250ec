import { type FocusEvent, type MouseEvent, useEffect, useRef } from "react";
import type { Waiting } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { PressFailure } from "./PressFailure.tsx";
import { SpeaksReads } from "./SpeaksReads.tsx";
import { useMeant } from "./useMeant.ts";
import { usePresses } from "./usePresses.ts";
import { nextNumber, useUnanswered } from "./useUnanswered.ts";

export interface LobbyCardProps {
  snapshot: CallView;
  lead: Lead;
  /** Opens the people panel, where each can be answered. */
  onSeeWho(): void;
}

/**
 * Somebody wants to come in: asked at the top of the call of who may answer. Stays when an answer failed, and says so. What
 * is pressed keeps its place: who knocks later comes below who was first.
 */
export function LobbyCard({ snapshot, lead, onSeeWho }: LobbyCardProps) {
  const t = useMessages();
  const presses = usePresses();
  const { waiting, setAnswered } = useUnanswered(snapshot.lobby);
  const meant = useMeant(waiting);
  const count = waiting.length;
  const [first] = waiting;
  const many = count > 1 ? t("people.lobby.wantMany", { count }) : null;
  const words = many ?? (first === undefined ? "" : t("people.lobby.wants", { name: first.display_name }));
  const focus = useFocusBack(first?.user_id);
  const shown = first !== undefined || presses.failure !== null;
  const number = nextNumber(snapshot.participants);
  return (
    <>
      <LiveRegion message={words} />
      {shown && (
        <section
          {...focus}
          aria-label={t("people.lobby.label")}
          // The sheet of people asks the same, and a face stays in sight above it.
          className="mx-auto grid w-full max-w-160 animate-rise gap-3 rounded-l border border-line bg-raised p-3 leading-snug text-ink shadow-3 @s/call:w-max @max-[900px]/call:in-data-[panel=people]:hidden"
        >
          {first !== undefined && (
            <One
              key={first.user_id}
              one={first}
              number={number}
              busy={(name) => presses.busy(`${name} ${first.user_id}`)}
              onAnswer={async (name, press) => {
                if (!meant.one(first, press)) return;
                meant.answers(first);
                if (await presses.press(`${name} ${first.user_id}`, () => lead[name](first.user_id)))
                  setAnswered(first);
              }}
            />
          )}
          {many !== null && (
            <All
              count={count}
              words={many}
              busy={presses.busy("all")}
              onSeeWho={onSeeWho}
              onAdmitAll={async (press) => {
                const seen = meant.among(press);
                if (seen.length === 0) return;
                meant.answers(...seen);
                const admit = () => lead.admitAll(seen.map(({ user_id }) => user_id));
                if (await presses.press("all", admit)) setAnswered(...seen);
              }}
            />
          )}
          <PressFailure presses={presses} />
        </section>
      )}
    </>
  );
}

/** Beside each other on a wide screen; under a thumb as high as a thumb needs. */
const dense = "@s/call:pointer-fine:min-h-control-s @s/call:px-3! @s/call:text-14";

type Press = MouseEvent<HTMLButtonElement>;

interface OneProps {
  one: Waiting;
  number: number;
  busy(name: "admit" | "deny"): boolean;
  onAnswer(name: "admit" | "deny", press: Press): void;
}

function One({ one, number, busy, onAnswer }: OneProps) {
  const t = useMessages();
  const [admitting, denying] = [busy("admit"), busy("deny")];
  return (
    <div className="grid gap-3 @s/call:flex @s/call:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-3 ps-1">
        <Avatar number={number} name={one.display_name} />
        <div className="min-w-0 flex-1 pe-2">
          <p className="line-clamp-2 wrap-anywhere">
            {t.rich("people.lobby.wants", { name: <bdi className="font-strong">{one.display_name}</bdi> })}
          </p>
          <p className="text-14 text-ink-soft">
            <SpeaksReads speaks={one.speaks} reads={one.reads} />
          </p>
        </div>
      </div>
      <div className="grid flex-none grid-cols-2 gap-2 @s/call:flex">
        <Button
          variant="ghost"
          className={dense}
          busy={denying}
          disabled={admitting}
          onClick={(press) => onAnswer("deny", press)}
        >
          {t("people.lobby.notNow")}
        </Button>
        <Button
          variant="primary"
          className={dense}
          busy={admitting}
          disabled={denying}
          onClick={(press) => onAnswer("admit", press)}
        >
          {t("people.lobby.admit")}
        </Button>
      </div>
    </div>
  );
}

interface AllProps {
  count: number;
  words: string;
  busy: boolean;
  onSeeWho(): void;
  onAdmitAll(press: Press): void;
}

/** As wide as what stands above it, and no wider: the card would grow, and what is pressed there move. */
function All({ count, words, busy, onSeeWho, onAdmitAll }: AllProps) {
  const t = useMessages();
  return (
    <div className="flex w-0 min-w-full flex-wrap items-center gap-x-2 gap-y-1 border-t border-line ps-1 pt-3">
      <p className="me-auto pe-2 font-strong">{words}</p>
      <div className="ms-auto flex flex-wrap justify-end gap-2">
        <Button variant="ghost" className={dense} onClick={onSeeWho}>
          {t("people.lobby.seeWho")}
        </Button>
        <Button className={dense} busy={busy} onClick={onAdmitAll}>
          {t("people.lobby.admitAll", { count })}
        </Button>
      </div>
    </div>
  );
}

/** What had the keyboard before the card gets it back when what was answered goes away. */
function useFocusBack(asked: string | undefined) {
  const from = useRef<Element | null>(null);
  const inside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once the one who was asked about has changed
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus({ preventScroll: true });
  }, [asked]);
  return {
    onFocus(event: FocusEvent) {
      if (!inside.current) from.current = event.relatedTarget;
      inside.current = true;
    },
    onBlur(event: FocusEvent) {
      // An element that goes away blurs to nothing; who walks on blurs to something.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) inside.current = false;
    },
  };
}
