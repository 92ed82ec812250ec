/** Creates the engines that the environment configures, in its order. */
import type { Environment } from "../env.ts";
import { createEnvReader, type EnvReader } from "../envReader.ts";
import { createApertiumEngine } from "./apertium.ts";
import { createDeepLEngine } from "./deepl.ts";
import { createLibreTranslateEngine } from "./libretranslate.ts";
import { createOpenAiEngine } from "./openai.ts";
import { type ProtectingEngine, protectSpans } from "./protectedSpans.ts";
import { createWorkersAiEngine } from "./workersAi.ts";

interface EngineKind {
  /** Any of these enables the engine if TRANSLATE_ENGINES is not set. */
  readonly envVariables: readonly string[];
  create(variables: EnvReader): ProtectingEngine | null;
}

const ENGINE_KINDS: Readonly<Record<string, EngineKind>> = {
  // These two are self-hosted: a list may name them even if their address is not set.
  apertium: {
    envVariables: ["APERTIUM_URL"],
    create: ({ url: address, text }) => {
      const url = address("APERTIUM_URL");
      return url === undefined ? null : protectSpans(createApertiumEngine(url, text("APERTIUM_TOKEN")), "marks");
    },
  },
  libretranslate: {
    envVariables: ["LIBRETRANSLATE_URL"],
    create: ({ url: address, text }) => {
      const url = address("LIBRETRANSLATE_URL");
      return url === undefined
        ? null
        : protectSpans(createLibreTranslateEngine(url, text("LIBRETRANSLATE_API_KEY")), "marks");
    },
  },
  deepl: {
    envVariables: ["DEEPL_API_KEY"],
    create: ({ required, url }) =>
      protectSpans(createDeepLEngine(required("DEEPL_API_KEY"), url("DEEPL_URL")), "marks"),
  },
  "workers-ai": {
    envVariables: ["WORKERS_AI_ACCOUNT_ID", "WORKERS_AI_API_TOKEN"],
    create: ({ required, url }) => {
      const account = required("WORKERS_AI_ACCOUNT_ID");
      if (!/^[0-9a-f]{32}$/u.test(account)) throw new Error("WORKERS_AI_ACCOUNT_ID is not an account's id.");
      const options = { account, token: required("WORKERS_AI_API_TOKEN"), url: url("WORKERS_AI_URL") };
      return protectSpans(createWorkersAiEngine(options), "stretches");
    },
  },
  openai: {
    envVariables: ["OPENAI_API_KEY", "OPENAI_URL", "OPENAI_MODEL"],
    create: ({ required, url, text }) => {
      const options = { model: required("OPENAI_MODEL"), url: url("OPENAI_URL"), key: text("OPENAI_API_KEY") };
      if (options.url === undefined) required("OPENAI_API_KEY");
      return protectSpans(createOpenAiEngine(options), "marks");
    },
  },
};

/**
 * Reads `TRANSLATE_ENGINES`, by default all engines whose variables are set. Throws one sentence at the start if the list
 * names an unknown engine or a variable is missing or wrong.
 */
export function enginesFrom(env: Environment): ProtectingEngine[] {
  const variables = createEnvReader(env);
  const named = env("TRANSLATE_ENGINES")
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const configured = Object.entries(ENGINE_KINDS).filter(([, { envVariables }]) =>
    envVariables.some((variable) => variables.text(variable)),
  );
  return (named ?? configured.map(([name]) => name)).flatMap((name) => {
    const kind = Object.hasOwn(ENGINE_KINDS, name) ? ENGINE_KINDS[name] : undefined;
    if (kind === undefined) {
      throw new Error(`TRANSLATE_ENGINES names "${name}"; known are ${Object.keys(ENGINE_KINDS).join(", ")}.`);
    }
    const engine = kind.create(variables);
    return engine === null ? [] : [engine];
  });
}
