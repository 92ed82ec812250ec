/** Tom waits at the door of a meeting, on the fake backend. */
import { createWaiting, type Said } from "../../app/meetings/core/waiting.ts";
import { carryOut } from "../../app/platform/goodbye.server.ts";
import type { Rpc } from "../../app/platform/rpc.ts";
import { createBackend, MEETING } from "./backend.ts";
import { createFakeClock, settle } from "./clock.ts";
import { createHub } from "./realtime.ts";

export const TOM: Said = { display_name: "Tom", speaks: "en", reads: "en" };

/** A meeting where one is let in, its host, and Tom at the door. */
export async function atTheDoor(options: { clockAhead?: number } = {}) {
  const clock = createFakeClock();
  const hub = createHub();
  const backend = createBackend({ hub, clock });
  const ines = backend.person("Inés", "es", "es");
  await ines.rpc("update_meeting", { meeting_id: MEETING, access: "knock" });
  const tom = backend.visitor("en");
  const realtime = hub.client();
  const code = backend.meeting().code;

  /** `through`: what stands between Tom and the database; `over`: the socket of this tab. */
  async function waits(through: (rpc: Rpc) => Rpc = (rpc) => rpc, over = realtime) {
    const knocked = await tom.rpc("knock", { code, ...TOM });
    if (!knocked.ok || knocked.value.admission === "admitted") throw new Error("nobody waits");
    // The device's clock goes wrong; the server's is the fake one.
    const ahead = options.clockAhead ?? 0;
    const device = { ...clock, now: () => clock.now() + ahead };
    const waiting = createWaiting({
      ...{ meetingId: MEETING, userId: tom.userId, code, said: TOM, knocked: knocked.value, serverNow: clock.now() },
      ...{ rpc: through(tom.rpc), realtime: over, clock: device },
      sayGoodbye: (goodbye) => void carryOut(goodbye, tom.rpc),
    });
    const state = () => waiting.getSnapshot().state.name;
    await settle();
    return { waiting, state, now: () => device.now() };
  }
  const host = { meeting_id: MEETING, user_id: tom.userId };
  return {
    ...{ clock, hub, backend, ines, tom, realtime, waits },
    admit: () => ines.rpc("admit", host),
    deny: () => ines.rpc("deny", host),
    lobby: async () => {
      const answer = await ines.rpc("lobby", { meeting_id: MEETING });
      return answer.ok ? answer.value.waiting : [];
    },
  };
}
