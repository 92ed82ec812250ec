/** Tom waits in the waiting room of a meeting, on the fake backend. */

import { handleLeaveBeacon } from "../../app/lib/leaveBeacon.server.ts";
import type { Rpc } from "../../app/lib/rpc.ts";
import type { ParticipantInput } from "../../app/prejoin/participantForm.ts";
import { createWaitingRoomSession } from "../../app/waiting-room/core/waitingRoomSession.ts";
import { createBackend, MEETING_ID } from "./backend.ts";
import { createFakeClock, settle } from "./clock.ts";
import { createFakeHub } from "./realtime.ts";

export const TOM_INPUT: ParticipantInput = { display_name: "Tom", speaks: "en", reads: "en" };

/** Creates a meeting that requires knocking, its host, and Tom with the link. */
export async function setupWaitingRoom(options: { clockAhead?: number } = {}) {
  const clock = createFakeClock();
  const hub = createFakeHub();
  const backend = createBackend({ hub, clock });
  const ines = backend.person("Inés", "es", "es");
  await ines.rpc("update_meeting", { p_meeting_id: MEETING_ID, p_access: "knock" });
  const tom = backend.visitor("en");
  const realtime = hub.client();
  const code = backend.meeting().code;

  /** Starts Tom's waiting session. `through` wraps his rpc client, `over` is the socket of this tab. */
  async function startWaiting(through: (rpc: Rpc) => Rpc = (rpc) => rpc, over = realtime) {
    const knocked = await tom.rpc("knock", {
      p_code: code,
      p_display_name: TOM_INPUT.display_name,
      p_speaks: TOM_INPUT.speaks,
      p_reads: TOM_INPUT.reads,
    });
    if (!knocked.ok || knocked.value.admission === "admitted") throw new Error("nobody waits");
    // The device's clock is wrong; the server's clock is the fake clock.
    const ahead = options.clockAhead ?? 0;
    const device = { ...clock, now: () => clock.now() + ahead };
    const waiting = createWaitingRoomSession({
      ...{
        meetingId: MEETING_ID,
        userId: tom.userId,
        code,
        input: TOM_INPUT,
        knocked: knocked.value,
        serverNow: clock.now(),
      },
      ...{ rpc: through(tom.rpc), realtime: over, clock: device },
      sendLeaveBeacon: (goodbye) => void handleLeaveBeacon(goodbye, tom.rpc),
    });
    const state = () => waiting.getSnapshot().state.name;
    await settle();
    return { waiting, state, now: () => device.now() };
  }
  const host = { p_meeting_id: MEETING_ID, p_user_id: tom.userId };
  return {
    ...{ clock, hub, backend, ines, tom, realtime, waits: startWaiting },
    admit: () => ines.rpc("admit", host),
    deny: () => ines.rpc("deny", host),
    waitingParticipants: async () => {
      const result = await ines.rpc("waiting_participants", { p_meeting_id: MEETING_ID });
      return result.ok ? result.value.waiting : [];
    },
  };
}
