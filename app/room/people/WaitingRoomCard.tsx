import { type FocusEvent, type MouseEvent, useEffect, useRef } from "react";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import type { Moderation } from "~/call/moderation.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { CallView } from "../core/callView.ts";
import { ActionError } from "../dialogs/ActionError.tsx";
import { useAsyncActions } from "../dialogs/useAsyncActions.ts";
import { SpeaksReads } from "./SpeaksReads.tsx";
import { useMisclickGuard } from "./useMisclickGuard.ts";
import { nextParticipantNumber, usePendingKnocks } from "./usePendingKnocks.ts";

export interface WaitingRoomCardProps {
  snapshot: CallView;
  moderation: Moderation;
  /** Opens the people panel, where each can be answered. */
  onOpenPeople(): void;
}

/**
 * Somebody wants to come in: asked at the top of the call of who may answer. Stays when an answer failed, and says so. What
 * is pressed keeps its place: who knocks later comes below who was first.
 */
export function WaitingRoomCard({ snapshot, moderation, onOpenPeople }: WaitingRoomCardProps) {
  const t = useMessages();
  const asyncActions = useAsyncActions();
  const { waiting, setAnswered } = usePendingKnocks(snapshot.lobby);
  const misclickGuard = useMisclickGuard(waiting);
  const count = waiting.length;
  const [first] = waiting;
  const manyText = count > 1 ? t("people.lobby.wantMany", { count }) : null;
  const announcement = manyText ?? (first === undefined ? "" : t("people.lobby.wants", { name: first.display_name }));
  const focusProps = useRestoreFocus(first?.user_id);
  const shown = first !== undefined || asyncActions.error !== null;
  const number = nextParticipantNumber(snapshot.participants);
  return (
    <>
      <LiveRegion message={announcement} />
      {shown && (
        <section
          {...focusProps}
          aria-label={t("people.lobby.label")}
          // The sheet of people asks the same, and a face stays in sight above it.
          className="mx-auto grid w-full max-w-160 animate-rise gap-3 rounded-l border border-line bg-raised p-3 leading-snug text-ink shadow-3 @s/call:w-max @max-[900px]/call:in-data-[panel=people]:hidden"
        >
          {first !== undefined && (
            <WaitingVisitor
              key={first.user_id}
              visitor={first}
              number={number}
              isPending={(name) => asyncActions.isPending(`${name} ${first.user_id}`)}
              onDecide={async (name, press) => {
                if (!misclickGuard.one(first, press)) return;
                misclickGuard.markAnswered(first);
                if (await asyncActions.run(`${name} ${first.user_id}`, () => moderation[name](first.user_id)))
                  setAnswered(first);
              }}
            />
          )}
          {manyText !== null && (
            <AdmitAllRow
              count={count}
              text={manyText}
              busy={asyncActions.isPending("all")}
              onOpenPeople={onOpenPeople}
              onAdmitAll={async (press) => {
                const seen = misclickGuard.seenLongEnough(press);
                if (seen.length === 0) return;
                misclickGuard.markAnswered(...seen);
                const admit = () => moderation.admitAll(seen.map(({ user_id }) => user_id));
                if (await asyncActions.run("all", admit)) setAnswered(...seen);
              }}
            />
          )}
          <ActionError presses={asyncActions} />
        </section>
      )}
    </>
  );
}

/** Beside each other on a wide screen; under a thumb as high as a thumb needs. */
const DENSE_BUTTON_CLASS = "@s/call:pointer-fine:min-h-control-s @s/call:px-3! @s/call:text-14";

type ButtonClick = MouseEvent<HTMLButtonElement>;

interface WaitingVisitorProps {
  visitor: WaitingParticipant;
  number: number;
  isPending(name: "admit" | "deny"): boolean;
  onDecide(name: "admit" | "deny", press: ButtonClick): void;
}

function WaitingVisitor({ visitor, number, isPending, onDecide }: WaitingVisitorProps) {
  const t = useMessages();
  const [admitting, denying] = [isPending("admit"), isPending("deny")];
  return (
    <div className="grid gap-3 @s/call:flex @s/call:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-3 ps-1">
        <Avatar number={number} name={visitor.display_name} />
        <div className="min-w-0 flex-1 pe-2">
          <p className="line-clamp-2 wrap-anywhere">
            {t.rich("people.lobby.wants", { name: <bdi className="font-strong">{visitor.display_name}</bdi> })}
          </p>
          <p className="text-14 text-ink-soft">
            <SpeaksReads speaks={visitor.speaks} reads={visitor.reads} />
          </p>
        </div>
      </div>
      <div className="grid flex-none grid-cols-2 gap-2 @s/call:flex">
        <Button
          variant="ghost"
          className={DENSE_BUTTON_CLASS}
          busy={denying}
          disabled={admitting}
          onClick={(press) => onDecide("deny", press)}
        >
          {t("people.lobby.notNow")}
        </Button>
        <Button
          variant="primary"
          className={DENSE_BUTTON_CLASS}
          busy={admitting}
          disabled={denying}
          onClick={(press) => onDecide("admit", press)}
        >
          {t("people.lobby.admit")}
        </Button>
      </div>
    </div>
  );
}

interface AdmitAllRowProps {
  count: number;
  text: string;
  busy: boolean;
  onOpenPeople(): void;
  onAdmitAll(press: ButtonClick): void;
}

/** As wide as what stands above it, and no wider: the card would grow, and what is pressed there move. */
function AdmitAllRow({ count, text, busy, onOpenPeople, onAdmitAll }: AdmitAllRowProps) {
  const t = useMessages();
  return (
    <div className="flex w-0 min-w-full flex-wrap items-center gap-x-2 gap-y-1 border-t border-line ps-1 pt-3">
      <p className="me-auto pe-2 font-strong">{text}</p>
      <div className="ms-auto flex flex-wrap justify-end gap-2">
        <Button variant="ghost" className={DENSE_BUTTON_CLASS} onClick={onOpenPeople}>
          {t("people.lobby.seeWho")}
        </Button>
        <Button className={DENSE_BUTTON_CLASS} busy={busy} onClick={onAdmitAll}>
          {t("people.lobby.admitAll", { count })}
        </Button>
      </div>
    </div>
  );
}

/** What had the keyboard before the card gets it back when what was answered goes away. */
function useRestoreFocus(visitorId: string | undefined) {
  const from = useRef<Element | null>(null);
  const inside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once the one who was asked about has changed
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus({ preventScroll: true });
  }, [visitorId]);
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
