/**
 * Tabs in a call with captions. Time, network, database, devices, engine and recognisers are fakes; the rest is real.
 */
import { createCaptionSession } from "../../app/captions/captionSession.ts";
import type { Caption } from "../../app/captions/core/captionDisplay.ts";
import type { CaptionPreferences, CaptionPreferencesStore } from "../../app/captions/core/captionPreferences.ts";
import type { CaptionSourcePreference } from "../../app/captions/core/recognition.ts";
import { createStore } from "../../app/lib/store.ts";
import type { FakePerson } from "./backend.ts";
import { fakeRecogniser } from "./recogniser.ts";
import { fakeStorage } from "./storage.ts";
import type { World } from "./twoInCall.ts";
import { createWorld } from "./world.ts";

export function preferencesOf(wish: CaptionSourcePreference): CaptionPreferencesStore {
  const store = createStore<CaptionPreferences>({
    ...{ wish, original: false, size: "m", strong: false },
  });
  const update = (part: Partial<CaptionPreferences>) => store.set({ ...store.getSnapshot(), ...part });
  return { ...store, update };
}

const displayedText = ({ display, text, final }: Caption) =>
  `${display.kind === "translated" ? display.text : display.kind === "on-its-way" ? `(${text})` : text}${final ? "" : "…"}`;

/** Opens a tab of this person in the call, with microphone and captions on. */
export async function captionTab(
  world: World,
  person: FakePerson,
  { wish = "auto" as CaptionSourcePreference, storage = fakeStorage() } = {},
) {
  const tab = world.tab(person, { storage });
  tab.call.join();
  await tab.devices.open(["microphone"]);
  await world.clock.advance(1_000);
  const knows = { en: "yes", es: "yes", fr: "yes" } as const;
  const [device, server] = [fakeRecogniser("device", { ...knows }), fakeRecogniser("server", { ...knows })];
  let ids = 0;
  const captioning = createCaptionSession({
    ...{ call: tab.call, timeline: tab.timeline, devices: tab.devices, rpc: person.rpc, clock: world.clock, storage },
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
    log: () => captioning.display.getSnapshot().log.map(displayedText),
    spoken: () => captioning.display.getSnapshot().log,
    reload() {
      captioning.close();
      tab.close();
    },
  };
}

/** Opens a tab for Ana, who speaks Spanish with captions, and one for Ben, who reads English without. */
export async function twoCaptionTabs(wish: CaptionSourcePreference = "auto") {
  const world = createWorld();
  const ana = await captionTab(world, world.backend.person("Ana", "es", "es"), { wish });
  const ben = await captionTab(world, world.backend.person("Ben", "en", "en"), { wish: "off" });
  const says = () =>
    world.backend.calls.flatMap(({ name, args }) => (name === "post_captions" ? [postedTexts(args)] : []));
  return { ...world, world, ana, ben, says };
}

/** Returns the texts of one request. */
function postedTexts(args: unknown): string[] {
  if (typeof args !== "object" || args === null || !("p_captions" in args) || !Array.isArray(args.p_captions))
    return [];
  return args.p_captions.map(({ text }: { text: string }) => text);
}
