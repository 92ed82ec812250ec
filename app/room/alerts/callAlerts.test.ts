/** Alerts of a hidden page: knocks and mentions. */
import { expect, test } from "vitest";
import { twoInCall } from "../../../tests/fakes/twoInCall.ts";
import { WAITING_REFRESH_MS } from "../../call/waitingParticipants.ts";
import { type CallAlert, watchCallAlerts } from "./callAlerts.ts";

async function hiddenHost() {
  const world = await twoInCall();
  const { anaTab, backend, clock } = world;
  await anaTab.lead.updateMeeting({ p_access: "knock" });
  const alerts: CallAlert[] = [];
  const counts: number[] = [];
  const changed = new Set<() => void>();
  let hidden = true;
  const stop = watchCallAlerts({
    ...{ call: anaTab.call, timeline: anaTab.timeline },
    page: {
      isHidden: () => hidden,
      onVisibilityChange(listener) {
        changed.add(listener);
        return () => changed.delete(listener);
      },
    },
    onCount: (count) => counts.push(count),
    onAlert: (alert) => alerts.push(alert),
  });
  const visitor = backend.visitor("fr");
  const knock = async () => {
    await visitor.rpc("knock", { p_code: "", p_display_name: "Dee", p_speaks: "fr", p_reads: "fr" });
    await clock.advance(WAITING_REFRESH_MS);
  };
  const setHidden = (next: boolean) => {
    hidden = next;
    for (const listener of changed) listener();
  };
  return { ...world, visitor, knock, setHidden, alerts, counts, stop };
}

test("counts knocks and mentions of a hidden page", async () => {
  const { ana, benTab, clock, knock, setHidden, alerts, counts } = await hiddenHost();
  await knock();
  expect([alerts, counts]).toEqual([[{ kind: "knock", name: "Dee" }], [1]]);
  benTab.timeline.post("hello", "en");
  benTab.timeline.post("@Ana look", "en", { mentions: [ana.userId] });
  await clock.advance(1_000);
  expect(alerts.slice(1)).toEqual([{ kind: "mention", name: "Ben" }]);
  setHidden(false);
  setHidden(true);
  expect(counts).toEqual([1, 2, 0]);
});

test("ignores what a visible page shows", async () => {
  const { knock, setHidden, alerts, counts } = await hiddenHost();
  setHidden(false);
  await knock();
  setHidden(true);
  expect([alerts, counts]).toEqual([[], []]);
});

test("drops a withdrawn knock from the count", async () => {
  const { visitor, clock, backend, knock, counts } = await hiddenHost();
  await knock();
  await visitor.rpc("withdraw_knock", { p_meeting_id: backend.meeting().id });
  await clock.advance(WAITING_REFRESH_MS);
  expect(counts).toEqual([1, 0]);
});

test("restores the count when the call ends", async () => {
  const { knock, stop, counts } = await hiddenHost();
  await knock();
  stop();
  expect(counts).toEqual([1, 0]);
});
