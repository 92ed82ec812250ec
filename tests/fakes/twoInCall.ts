/** Two people in a call, with all that they need to write to each other, and what they asked of the server. */

import type { TranslatorApi } from "../../app/languages/core/deviceTranslator.ts";
import { createWorld } from "./world.ts";

export type World = ReturnType<typeof createWorld>;

export async function twoInCall(translator?: TranslatorApi) {
  const world = createWorld();
  const ana = world.backend.person("Ana", "es", "es");
  const ben = world.backend.person("Ben", "en", "en");
  const anaTab = world.tab(ana);
  const benTab = world.tab(ben, translator === undefined ? {} : { translator });
  anaTab.call.enter();
  benTab.call.enter();
  await world.clock.advance(1_000);
  return { ...world, ana, ben, anaTab, benTab };
}

export const asks = ({ backend }: Pick<World, "backend">, user?: string) =>
  backend.calls.filter((call) => call.name === "translate" && (user === undefined || call.user === user));
export const posts = ({ backend }: Pick<World, "backend">) => backend.calls.filter(({ name }) => name === "post_line");
