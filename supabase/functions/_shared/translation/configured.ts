/** The engines that the environment names, in its order. */
import type { Environment } from "../env.ts";
import { makeVariables, type Variables } from "../variables.ts";
import { makeApertium } from "./apertium.ts";
import { makeDeepL } from "./deepl.ts";
import { type KeepingEngine, keeping } from "./kept.ts";
import { makeLibreTranslate } from "./libretranslate.ts";
import { makeOpenAi } from "./openai.ts";
import { makeWorkersAi } from "./workersAi.ts";

interface Kind {
  /** What says that the engine is wanted, where TRANSLATE_ENGINES does not. */
  readonly signs: readonly string[];
  make(variables: Variables): KeepingEngine | null;
}

const KINDS: Readonly<Record<string, Kind>> = {
  // These two run on one's own machines: a list may name them whether or not they are there.
  apertium: {
    signs: ["APERTIUM_URL"],
    make: ({ address }) => {
      const url = address("APERTIUM_URL");
      return url === undefined ? null : keeping(makeApertium(url), "marks");
    },
  },
  libretranslate: {
    signs: ["LIBRETRANSLATE_URL"],
    make: ({ address, text }) => {
      const url = address("LIBRETRANSLATE_URL");
      return url === undefined ? null : keeping(makeLibreTranslate(url, text("LIBRETRANSLATE_API_KEY")), "marks");
    },
  },
  deepl: {
    signs: ["DEEPL_API_KEY"],
    make: ({ needed, address }) => keeping(makeDeepL(needed("DEEPL_API_KEY"), address("DEEPL_URL")), "marks"),
  },
  "workers-ai": {
    signs: ["WORKERS_AI_ACCOUNT_ID", "WORKERS_AI_API_TOKEN"],
    make: ({ needed, address }) => {
      const account = needed("WORKERS_AI_ACCOUNT_ID");
      if (!/^[0-9a-f]{32}$/u.test(account)) throw new Error("WORKERS_AI_ACCOUNT_ID is not an account's id.");
      const options = { account, token: needed("WORKERS_AI_API_TOKEN"), url: address("WORKERS_AI_URL") };
      return keeping(makeWorkersAi(options), "stretches");
    },
  },
  openai: {
    signs: ["OPENAI_API_KEY", "OPENAI_URL", "OPENAI_MODEL"],
    make: ({ needed, address, text }) => {
      const options = { model: needed("OPENAI_MODEL"), url: address("OPENAI_URL"), key: text("OPENAI_API_KEY") };
      if (options.url === undefined) needed("OPENAI_API_KEY");
      return keeping(makeOpenAi(options), "marks");
    },
  },
};

/**
 * `TRANSLATE_ENGINES`, by default all whose variables are there. Throws one sentence when it names an engine that does
 * not exist, or a variable is missing or wrong: a mistake of the one who runs Parley, said at the start.
 */
export function enginesFrom(env: Environment): KeepingEngine[] {
  const variables = makeVariables(env);
  const named = env("TRANSLATE_ENGINES")
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const wanted = Object.entries(KINDS).filter(([, { signs }]) => signs.some((sign) => variables.text(sign)));
  return (named ?? wanted.map(([name]) => name)).flatMap((name) => {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined) {
      throw new Error(`TRANSLATE_ENGINES names "${name}"; known are ${Object.keys(KINDS).join(", ")}.`);
    }
    const engine = kind.make(variables);
    return engine === null ? [] : [engine];
  });
}
