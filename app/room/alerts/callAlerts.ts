/** Counts what a hidden page misses: knocks and mentions. The count is 0 while the page is visible. */
import type { WaitingParticipant } from "#contracts/meetings.ts";
import type { TimelineEntry } from "../../chat/timelineEntry.ts";
import type { Cancel } from "../../lib/clock.ts";
import type { Store } from "../../lib/store.ts";

export type CallAlert = { readonly kind: "knock" | "mention"; readonly name: string };

type AlertEntry = Pick<TimelineEntry, "id" | "kind" | "author" | "mine" | "deleted" | "mentions" | "delivery">;

export interface CallAlertsOptions {
  readonly call: Store<{
    /** Lines up to here are history. */
    readonly joinedSeq: number;
    /** The local participant. */
    readonly me: { readonly user_id: string } | null;
    readonly waitingParticipants: readonly WaitingParticipant[];
    readonly participants: ReadonlyMap<string, { readonly display_name: string }>;
  }>;
  readonly timeline: Store<{ readonly entries: readonly AlertEntry[] }>;
  readonly page: {
    isHidden(): boolean;
    onVisibilityChange(changed: () => void): Cancel;
  };
  onCount(count: number): void;
  /** Reports each new knock and mention of a hidden page once. */
  onAlert(alert: CallAlert): void;
}

export function watchCallAlerts({ call, timeline, page, onCount, onAlert }: CallAlertsOptions): Cancel {
  /** Everything that was there when the page was last visible, or was reported. */
  const seen = new Set<string>();
  const missed = new Set<string>();
  let lastCount = 0;

  function currentAlerts(): Map<string, CallAlert> {
    const { waitingParticipants, participants, joinedSeq, me } = call.getSnapshot();
    const alerts = new Map<string, CallAlert>();
    for (const { user_id, knocked_at, display_name: name } of waitingParticipants)
      alerts.set(`${user_id} ${knocked_at}`, { kind: "knock", name });
    const isNew = ({ delivery }: AlertEntry) => delivery.state === "sent" && delivery.seq > joinedSeq;
    for (const entry of timeline.getSnapshot().entries) {
      const { id, kind, author, mine, deleted, mentions } = entry;
      if (kind === "chat" && !mine && !deleted && me !== null && mentions.includes(me.user_id) && isNew(entry))
        alerts.set(id, { kind: "mention", name: participants.get(author)?.display_name ?? "" });
    }
    return alerts;
  }

  function update() {
    const alerts = currentAlerts();
    const hidden = page.isHidden();
    for (const [key, alert] of alerts) {
      if (seen.has(key)) continue;
      seen.add(key);
      if (!hidden) continue;
      missed.add(key);
      onAlert(alert);
    }
    // A visitor who left, or a deleted line, needs no attention any more.
    for (const key of missed) if (!hidden || !alerts.has(key)) missed.delete(key);
    if (missed.size === lastCount) return;
    lastCount = missed.size;
    onCount(lastCount);
  }

  update();
  const stops = [call.subscribe(update), timeline.subscribe(update), page.onVisibilityChange(update)];
  return () => {
    for (const stop of stops) stop();
    if (lastCount > 0) onCount(0);
  };
}
