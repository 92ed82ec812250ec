import { type FocusEvent, type MouseEvent, useEffect, useRef } from "react";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { ActionError } from "../dialogs/ActionError.tsx";
import { useAsyncActions } from "../dialogs/useAsyncActions.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { SpeaksReads } from "./SpeaksReads.tsx";
import { useMisclickGuard } from "./useMisclickGuard.ts";
import { nextParticipantNumber, usePendingKnocks } from "./usePendingKnocks.ts";

/**
 * Lets moderators admit or deny visitors from the top of the call. Stays visible with the error if a response fails. Later
 * visitors come below the first one, so that buttons keep their place.
 */
export function WaitingRoomCard() {
  const t = useMessages();
  const { moderation, panel } = useRoom();
  const participants = useCallView((view) => view.participants);
  const waitingParticipants = useCallView((view) => view.waitingParticipants);
  const actions = useAsyncActions();
  const { waiting, setAnswered } = usePendingKnocks(waitingParticipants);
  const misclickGuard = useMisclickGuard(waiting);
  const count = waiting.length;
  const [first] = waiting;
  const manyText = count > 1 ? t("people.waiting.joinRequests", { count }) : null;
  const announcement =
    manyText ?? (first === undefined ? "" : t("people.waiting.joinRequest", { name: first.display_name }));
  const focusProps = useRestoreFocus(first?.user_id);
  const shown = first !== undefined || actions.error !== null;
  const number = nextParticipantNumber(participants);
  return (
    <>
      <LiveRegion message={announcement} />
      {shown && (
        <section
          {...focusProps}
          aria-label={t("people.waiting.label")}
          // On a phone the sheet of participants contains the same, and a video must stay visible above it.
          className="mx-auto grid w-full max-w-160 animate-rise gap-3 rounded-l border border-line bg-raised p-3 leading-snug text-ink shadow-3 @s/call:w-max @max-[900px]/call:in-data-[panel=people]:hidden"
        >
          {first !== undefined && (
            <WaitingVisitor
              key={first.user_id}
              visitor={first}
              number={number}
              isPending={(name) => actions.isPending(`${name} ${first.user_id}`)}
              onDecide={async (name, click) => {
                if (!misclickGuard.allows(first, click)) return;
                misclickGuard.markAnswered(first);
                if (await actions.run(`${name} ${first.user_id}`, () => moderation[name](first.user_id)))
                  setAnswered(first);
              }}
            />
          )}
          {manyText !== null && (
            <AdmitAllRow
              count={count}
              text={manyText}
              busy={actions.isPending("all")}
              onOpenPeople={() => panel.set("people")}
              onAdmitAll={async (click) => {
                const seen = misclickGuard.seenLongEnough(click);
                if (seen.length === 0) return;
                misclickGuard.markAnswered(...seen);
                const admit = () => moderation.admitAll(seen.map(({ user_id }) => user_id));
                if (await actions.run("all", admit)) setAnswered(...seen);
              }}
            />
          )}
          <ActionError actions={actions} />
        </section>
      )}
    </>
  );
}

/** Compact on a wide screen with a mouse; as high as touch requires elsewhere. */
const DENSE_BUTTON_CLASS = "@s/call:pointer-fine:min-h-control-s @s/call:px-3! @s/call:text-14";

type ButtonClick = MouseEvent<HTMLButtonElement>;

interface WaitingVisitorProps {
  visitor: WaitingParticipant;
  number: number;
  isPending(name: "admit" | "deny"): boolean;
  onDecide(name: "admit" | "deny", click: ButtonClick): void;
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
            {t.rich("people.waiting.joinRequest", { name: <bdi className="font-strong">{visitor.display_name}</bdi> })}
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
          onClick={(click) => onDecide("deny", click)}
        >
          {t("people.waiting.deny")}
        </Button>
        <Button
          variant="primary"
          className={DENSE_BUTTON_CLASS}
          busy={admitting}
          disabled={denying}
          onClick={(click) => onDecide("admit", click)}
        >
          {t("people.waiting.admit")}
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
  onAdmitAll(click: ButtonClick): void;
}

/** Never wider than the row above: a wider row would move that row's buttons. */
function AdmitAllRow({ count, text, busy, onOpenPeople, onAdmitAll }: AdmitAllRowProps) {
  const t = useMessages();
  return (
    <div className="flex w-0 min-w-full flex-wrap items-center gap-x-2 gap-y-1 border-t border-line ps-1 pt-3">
      <p className="me-auto pe-2 font-strong">{text}</p>
      <div className="ms-auto flex flex-wrap justify-end gap-2">
        <Button variant="ghost" className={DENSE_BUTTON_CLASS} onClick={onOpenPeople}>
          {t("people.waiting.view")}
        </Button>
        <Button className={DENSE_BUTTON_CLASS} busy={busy} onClick={onAdmitAll}>
          {t("people.waiting.admitAll", { count })}
        </Button>
      </div>
    </div>
  );
}

/** Restores the focus to its place before the card when the answered visitor's row disappears. */
function useRestoreFocus(visitorId: string | undefined) {
  const from = useRef<Element | null>(null);
  const inside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the visitor changes
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
      // A removed element blurs without a related target; moving the focus has one.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) inside.current = false;
    },
  };
}
