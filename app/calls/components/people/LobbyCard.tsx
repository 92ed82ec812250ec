import { type FocusEvent, useEffect, useRef } from "react";
import type { Waiting } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Avatar, AvatarStack } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { PressFailure } from "./PressFailure.tsx";
import { SpeaksReads } from "./SpeaksReads.tsx";
import { usePresses } from "./usePresses.ts";
import { nextNumber, useUnanswered } from "./useUnanswered.ts";

export interface LobbyCardProps {
  snapshot: CallView;
  lead: Lead;
  /** Opens the people panel, where each can be answered. */
  onSeeWho(): void;
}

/** Somebody wants to come in: asked at the top of the call of who may answer. Stays when an answer failed, and says so. */
export function LobbyCard({ snapshot, lead, onSeeWho }: LobbyCardProps) {
  const t = useMessages();
  const presses = usePresses();
  const { waiting, setAnswered } = useUnanswered(snapshot.lobby);
  const count = waiting.length;
  const [first] = waiting;
  const words =
    count > 1
      ? t("people.lobby.wantMany", { count })
      : first === undefined
        ? ""
        : t("people.lobby.wants", { name: first.display_name });
  const focus = useFocusBack(first?.user_id);
  const shown = first !== undefined || presses.failure !== null;
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
          {count > 1 && (
            <Several
              waiting={waiting}
              number={nextNumber(snapshot.participants)}
              words={words}
              busy={presses.busy("all")}
              onSeeWho={onSeeWho}
              onAdmitAll={async () => {
                if (await presses.press("all", lead.admitAll)) setAnswered(...waiting);
              }}
            />
          )}
          {count === 1 && first !== undefined && (
            <One
              key={first.user_id}
              one={first}
              number={nextNumber(snapshot.participants)}
              admitting={presses.busy("admit")}
              denying={presses.busy("deny")}
              onAnswer={async (name) => {
                if (await presses.press(name, () => lead[name](first.user_id))) setAnswered(first);
              }}
            />
          )}
          <PressFailure presses={presses} />
        </section>
      )}
    </>
  );
}

/** A double press answers the first of two who wait, never the second in its place. */
const isSecondPress = (event: { detail: number }) => event.detail > 1;

/** Beside each other on a wide screen; under a thumb as high as a thumb needs. */
const dense = "@s/call:pointer-fine:min-h-control-s @s/call:px-3! @s/call:text-14";

interface OneProps {
  one: Waiting;
  number: number;
  admitting: boolean;
  denying: boolean;
  onAnswer(name: "admit" | "deny"): void;
}

function One({ one, number, admitting, denying, onAnswer }: OneProps) {
  const t = useMessages();
  const answer = (name: "admit" | "deny") => (event: { detail: number }) => {
    if (!isSecondPress(event)) onAnswer(name);
  };
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
        <Button variant="ghost" className={dense} busy={denying} disabled={admitting} onClick={answer("deny")}>
          {t("people.lobby.notNow")}
        </Button>
        <Button variant="primary" className={dense} busy={admitting} disabled={denying} onClick={answer("admit")}>
          {t("people.lobby.admit")}
        </Button>
      </div>
    </div>
  );
}

interface SeveralProps {
  waiting: readonly Waiting[];
  number: number;
  words: string;
  busy: boolean;
  onSeeWho(): void;
  onAdmitAll(): void;
}

function Several({ waiting, number, words, busy, onSeeWho, onAdmitAll }: SeveralProps) {
  const t = useMessages();
  const people = waiting.map(({ display_name }, index) => ({ number: number + index, name: display_name }));
  return (
    <div className="grid gap-3 @s/call:flex @s/call:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-3 ps-1 [--surface:var(--raised)]">
        <AvatarStack people={people} max={3} />
        <p className="min-w-0 flex-1 pe-2 font-strong">{words}</p>
      </div>
      <div className="grid flex-none grid-cols-2 gap-2 @s/call:flex">
        <Button variant="ghost" className={dense} onClick={onSeeWho}>
          {t("people.lobby.seeWho")}
        </Button>
        <Button
          variant="primary"
          className={dense}
          busy={busy}
          onClick={(event) => isSecondPress(event) || onAdmitAll()}
        >
          {t("people.lobby.admitAll", { count: waiting.length })}
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
