/** A call with absences: Ana is in it, and pages of other participants come and go. */
import { createAbsenceTracker } from "../../app/catch-up/core/absenceTracker.ts";
import { fakeStorage } from "./storage.ts";
import { createWorld } from "./world.ts";

/** An absence that is offered. */
export const LONG_ABSENCE_MS = 30_000;

/** Ana is in the call. `come` opens another participant's page with the storage of their browser. */
export async function anaInside() {
  const world = createWorld();
  const { backend, clock } = world;
  const ana = backend.person("Ana", "es", "es");
  const anaTab = world.tab(ana);
  const ben = backend.person("Ben", "en", "en");
  const come = async (person = ben, storage = fakeStorage()) => {
    const tab = world.tab(person);
    const tracker = createAbsenceTracker({ ...tab, rpc: person.rpc, clock, storage: () => storage });
    tab.call.join();
    await clock.advance(1_000);
    const offered = () => tracker.getSnapshot()?.lineCount ?? 0;
    const goAway = async () => {
      tracker.close();
      await tab.call.leave();
      tab.close();
      await clock.advance(0);
    };
    return { ...tab, tracker, offered, storage, goAway };
  };
  anaTab.call.join();
  await clock.advance(1_000);
  const write = async (...texts: string[]) => {
    for (const text of texts) {
      anaTab.timeline.post(text, "es");
      await clock.advance(100);
    }
  };
  return { ...world, anaTab, ben, come, write };
}
