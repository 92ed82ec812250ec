import X from "lucide-react/icons/x";
import { type FocusEvent, type MouseEvent, useEffect, useRef } from "react";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { useAsyncActions } from "../dialogs/useAsyncActions.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { SpeaksReads } from "./SpeaksReads.tsx";
import { useMisclickGuard } from "./useMisclickGuard.ts";
import { colourOnEntry, usePendingKnocks } from "./usePendingKnocks.ts";

type Decision = "admit" | "deny";

/**
 * Lets moderators admit or deny the first visitor from the top row; the people panel has all of them. Its buttons keep
 * their place whoever comes or goes. An error takes the place of the languages.
 */
export function WaitingRoomCard() {
  const t = useMessages();
  const { moderation, panel } = useRoom();
  const participants = useCallView((view) => view.participants);
  const waitingParticipants = useCallView((view) => view.waitingParticipants);
  const actions = useAsyncActions();
  const { waiting, setAnswered } = usePendingKnocks(waitingParticipants);
  const misclickGuard = useMisclickGuard(waiting);
  const [visitor] = waiting;
  const focusProps = useRestoreFocus(visitor?.user_id);
  const decide = async (name: Decision, click: MouseEvent) => {
    if (visitor === undefined || !misclickGuard.allows(visitor, click)) return;
    misclickGuard.markAnswered(visitor);
    if (await actions.run(`${name} ${visitor.user_id}`, () => moderation[name](visitor.user_id))) setAnswered(visitor);
  };
  const isPending = (name: Decision) => actions.isPending(`${name} ${visitor?.user_id}`);
  const decisionProps = (name: Decision) => ({
    className: "pointer-coarse:min-h-control",
    busy: isPending(name),
    disabled: isPending(name === "admit" ? "deny" : "admit"),
    onClick: (click: MouseEvent) => decide(name, click),
  });
  return (
    <>
      <LiveRegion message={useAnnouncement(waiting)} />
      {(visitor !== undefined || actions.error !== null) && (
        <section {...focusProps} aria-label={t("people.waiting.label")} className="notice-row animate-rise">
          {visitor !== undefined && (
            <Avatar colour={colourOnEntry(participants, visitor)} name={visitor.display_name} size="s" />
          )}
          <div className="min-w-0 flex-1">
            {visitor !== undefined && <JoinRequest visitor={visitor} />}
            {actions.error === null ? (
              visitor && (
                <p className="truncate text-ink-soft">
                  <SpeaksReads speaks={visitor.speaks} reads={visitor.reads} />
                </p>
              )
            ) : (
              <p role="alert" className="truncate text-danger">
                {errorText(t, actions.error)}
              </p>
            )}
          </div>
          {waiting.length > 1 && <MoreVisitorsButton count={waiting.length - 1} onClick={() => panel.set("people")} />}
          {visitor === undefined ? (
            <IconButton size="s" label={t("action.close")} icon={<X />} onClick={actions.dismissError} />
          ) : (
            <div className="flex flex-none gap-1">
              <Button size="s" variant="ghost" {...decisionProps("deny")}>
                <X aria-hidden="true" className="hidden size-4 @max-s/call:block" />
                <span className="@max-s/call:sr-only">{t("people.waiting.deny")}</span>
              </Button>
              <Button size="s" variant="primary" {...decisionProps("admit")}>
                {t("people.waiting.admit")}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

function useAnnouncement([first, ...others]: readonly WaitingParticipant[]): string {
  const t = useMessages();
  if (first === undefined) return "";
  return others.length > 0
    ? t("people.waiting.joinRequests", { count: others.length + 1 })
    : t("people.waiting.joinRequest", { name: first.display_name });
}

function JoinRequest({ visitor }: { visitor: WaitingParticipant }) {
  const t = useMessages();
  return (
    <p className="truncate">
      {t.rich("people.waiting.joinRequest", { name: <bdi className="font-strong">{visitor.display_name}</bdi> })}
    </p>
  );
}

function MoreVisitorsButton({ count, onClick }: { count: number; onClick(): void }) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <Button size="s" className="flex-none pointer-coarse:min-h-control" onClick={onClick}>
      <span aria-hidden="true">+{format.number(count)}</span>
      <span className="sr-only">{t("people.waiting.seeMore", { count })}</span>
    </Button>
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
