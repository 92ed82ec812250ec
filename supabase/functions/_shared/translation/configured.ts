/** The engines that the environment names, in its order. */
import type { Environment } from "../env.ts";
import { makeApertium } from "./apertium.ts";
import type { Engine } from "./engine.ts";
import { makeLibreTranslate } from "./libretranslate.ts";

const MAKERS: Readonly<Record<string, (env: Environment) => Engine | null>> = {
  apertium: (env) => {
    const url = env("APERTIUM_URL");
    return url ? makeApertium(url) : null;
  },
  libretranslate: (env) => {
    const url = env("LIBRETRANSLATE_URL");
    return url ? makeLibreTranslate(url, env("LIBRETRANSLATE_API_KEY") || undefined) : null;
  },
};

/**
 * `TRANSLATE_ENGINES`, by default all that are known; one without an address is not there. Throws one sentence when it
 * names an engine that does not exist, or an address is none: a mistake of the one who runs Parley, said at the start.
 */
export function enginesFrom(env: Environment): Engine[] {
  const names = (env("TRANSLATE_ENGINES") ?? Object.keys(MAKERS).join(","))
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.flatMap((name) => {
    const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
    if (make === undefined)
      throw new Error(`TRANSLATE_ENGINES names "${name}"; known are ${Object.keys(MAKERS).join(", ")}.`);
    for (const variable of ["APERTIUM_URL", "LIBRETRANSLATE_URL"]) {
      const url = env(variable);
      if (url && !URL.canParse(url)) throw new Error(`${variable} is not an address.`);
    }
    const engine = make(env);
    return engine === null ? [] : [engine];
  });
}
