/** Pages in a call with captions: everything is real but time, network, database, devices, engine and recognisers. */
import { createCaptioning } from "../../app/captions/core/captioning.ts";
import type { Caption } from "../../app/captions/core/captions.ts";
import type { Wish } from "../../app/captions/core/recognising.ts";
import type { CaptionPreferences, Preferences } from "../../app/captions/preferences.ts";
import { createStore } from "../../app/platform/store.ts";
import type { FakePerson } from "./backend.ts";
import { fakeRecogniser } from "./recogniser.ts";
import { fakeStorage } from "./storage.ts";
import type { World } from "./twoInCall.ts";
import { createWorld } from "./world.ts";

export function preferencesOf(wish: Wish): Preferences {
  const store = createStore<CaptionPreferences>({
    ...{ wish, shown: true, original: false, size: "m", place: "below", strong: false },
  });
  const change = (part: Partial<CaptionPreferences>) => store.set({ ...store.getSnapshot(), ...part });
  return { ...store, change, toggle: () => change({ shown: !store.getSnapshot().shown }) };
}

const words = ({ shown, text, final }: Caption) =>
  `${shown.kind === "translated" ? shown.text : shown.kind === "on-its-way" ? `(${text})` : text}${final ? "" : "…"}`;

/** A tab of this person in the call, its microphone on, with captions. */
export async function page(world: World, person: FakePerson, { wish = "auto" as Wish, storage = fakeStorage() } = {}) {
  const tab = world.tab(person, { storage });
  tab.call.enter();
  await tab.devices.open(["microphone"]);
  await world.clock.advance(1_000);
  const knows = { en: "yes", es: "yes", fr: "yes" } as const;
  const [device, server] = [fakeRecogniser("device", { ...knows }), fakeRecogniser("server", { ...knows })];
  let ids = 0;
  const captioning = createCaptioning({
    ...{ call: tab.call, timeline: tab.timeline, devices: tab.devices, rpc: person.rpc, clock: world.clock, storage },
    from: tab.call.getSnapshot().since,
    newId: () => {
      ids += 1;
      return `e0000000-0000-4000-8${person.userId.slice(-3)}-${String(ids).padStart(12, "0")}`;
    },
    recognisers: [device.recogniser, server.recogniser],
    preferences: preferencesOf(wish),
  });
  await world.clock.advance(0);
  const other = (userId: string) =>
    tab.call.getSnapshot().people.find(({ participant }) => participant.user_id === userId);
  return {
    ...{ person, tab, device, server, captioning, storage },
    other,
    snapshot: captioning.getSnapshot,
    log: () => captioning.captions.getSnapshot().log.map(words),
    spoken: () => captioning.captions.getSnapshot().log,
    reload() {
      captioning.close();
      tab.close();
    },
  };
}

/** Ana, who speaks Spanish and is heard, and Ben, who reads English and is not. */
export async function two(wish: Wish = "auto") {
  const world = createWorld();
  const ana = await page(world, world.backend.person("Ana", "es", "es"), { wish });
  const ben = await page(world, world.backend.person("Ben", "en", "en"), { wish: "off" });
  const says = () => world.backend.calls.flatMap(({ name, args }) => (name === "say" ? [said(args)] : []));
  return { ...world, world, ana, ben, says };
}

/** The texts of one request. */
function said(args: unknown): string[] {
  if (typeof args !== "object" || args === null || !("said" in args) || !Array.isArray(args.said)) return [];
  return args.said.map(({ text }: { text: string }) => text);
}
