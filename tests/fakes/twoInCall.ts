/** Two people in a call who can write to each other, and their requests to the server. */

import type { TranslatorApi } from "../../app/translation/translationReach.ts";
import { createWorld } from "./world.ts";

export type World = ReturnType<typeof createWorld>;

/** Sets up both people before they join. */
export function twoBeforeJoin(translator?: TranslatorApi) {
  const world = createWorld();
  const ana = world.backend.person("Ana", "es", "es");
  const ben = world.backend.person("Ben", "en", "en");
  const anaTab = world.tab(ana);
  const benTab = world.tab(ben, translator === undefined ? {} : { translator });
  return { ...world, ana, ben, anaTab, benTab };
}

export async function twoInCall(translator?: TranslatorApi) {
  const given = twoBeforeJoin(translator);
  given.anaTab.call.join();
  given.benTab.call.join();
  await given.clock.advance(1_000);
  return given;
}

export const translateRequests = ({ backend }: Pick<World, "backend">, user?: string) =>
  backend.calls.filter((call) => call.name === "translate" && (user === undefined || call.user === user));
export const postLineCalls = ({ backend }: Pick<World, "backend">) =>
  backend.calls.filter(({ name }) => name === "post_line");
