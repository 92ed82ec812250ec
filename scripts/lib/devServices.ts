/** Chooses the translation engine and the recogniser of `npm run dev`, and what to fetch for them after the start. */
import { APERTIUM_LANGUAGES, APERTIUM_PACKAGES, findApertium, isFetchForced, startApertium } from "./apertium.ts";
import { createFetchedService, type FetchedServiceOptions } from "./fetchedService.ts";
import { findRecogniser, POCKETSPHINX_PACKAGES, startRecogniserServer } from "./pocketsphinx.ts";
import { freePort } from "./ports.ts";
import type { StatusLine } from "./statusLine.ts";
import { configuredEngines, pickVariables, TRANSLATION_CHOICES } from "./translationChoices.ts";

type Variables = Readonly<Record<string, string | undefined>>;

export interface DevService {
  /** Variables for the edge functions. */
  readonly env: Readonly<Record<string, string>>;
  /** The value of the row in the table. */
  readonly row: string;
  /** Called after the start: fetches what is missing. Never throws. */
  readonly fetchAndRun: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface DevServiceOptions {
  /** The environment, and the variables of `supabase/functions/.env`. */
  readonly variables: Variables;
  readonly line: StatusLine;
  /** Returns the root folder of the programs, or null. Default: the system's or the fetched one. */
  readonly find?: () => Promise<string | null>;
}

const doNothing = async () => {};
const withoutService = (env: DevService["env"], row: string): DevService => ({
  env,
  row,
  fetchAndRun: doNothing,
  close: doNothing,
});

export async function prepareTranslation({
  variables,
  line,
  isOff,
  find = findApertium,
}: DevServiceOptions & { readonly isOff: boolean }): Promise<DevService> {
  const engines = configuredEngines(variables);
  const names = engines.names.join(", ");
  const isListed = (variables.TRANSLATE_ENGINES ?? "apertium").includes("apertium");
  // The user's own Apertium takes precedence.
  if (isOff || !isListed || variables.APERTIUM_URL) {
    return withoutService(engines.env, names === "" ? "none: Apertium is switched off" : names);
  }
  const root = await find();
  if (root === null && names !== "") return withoutService(engines.env, names);
  if (root === null && variables.CI && !isFetchForced()) {
    return withoutService(engines.env, "none: in CI only after `npm run translate:setup`");
  }
  const port = await freePort();
  return {
    env: { ...engines.env, APERTIUM_URL: `http://127.0.0.1:${port}` },
    ...(await prepareFetched({
      root,
      set: APERTIUM_PACKAGES,
      size: "30 MB",
      description: [`Apertium (${APERTIUM_LANGUAGES})`, ...engines.names].join(", "),
      announcement: `Translation is here: ${APERTIUM_LANGUAGES}`,
      alternatives: TRANSLATION_CHOICES,
      line,
      start: (folder) => startApertium({ root: folder, port }),
    })),
  };
}

const TRANSCRIBE_VARIABLES = ["TRANSCRIBE_URL", "TRANSCRIBE_KEY", "TRANSCRIBE_MODEL"] as const;

/** A configured recogniser takes precedence over pocketsphinx, which recognises only English. */
export async function prepareSpeech({
  variables,
  line,
  isWanted,
  find = findRecogniser,
}: DevServiceOptions & { readonly isWanted: boolean }): Promise<DevService> {
  if (variables.TRANSCRIBE_URL) {
    return withoutService(pickVariables(variables, TRANSCRIBE_VARIABLES), `by ${variables.TRANSCRIBE_URL}`);
  }
  const root = await find();
  if (root === null && !isWanted) {
    return withoutService({}, "by browsers alone: add `-- --speech` for pocketsphinx, or set TRANSCRIBE_URL");
  }
  const port = await freePort();
  return {
    env: { TRANSCRIBE_URL: `http://127.0.0.1:${port}` },
    ...(await prepareFetched({
      root,
      set: POCKETSPHINX_PACKAGES,
      size: "36 MB",
      description: "pocketsphinx (English)",
      announcement: "Speech is here: English",
      alternatives: "  Chrome recognises speech by itself; others need TRANSCRIBE_URL, an OpenAI-compatible server.",
      line,
      start: async (folder) => await startRecogniserServer({ root: folder, port }),
    })),
  };
}

interface PreparedOptions extends FetchedServiceOptions {
  readonly root: string | null;
  /** The size of the download. */
  readonly size: string;
  readonly description: string;
}

async function prepareFetched({
  root,
  size,
  description,
  ...options
}: PreparedOptions): Promise<Pick<DevService, "row" | "fetchAndRun" | "close">> {
  const service = createFetchedService(options);
  const { title } = options.set;
  if (root === null) return { row: `fetching ${title}, ${size} …`, ...service };
  const runs = await service.run(root);
  return { row: runs ? description : `none: ${title} does not start`, fetchAndRun: doNothing, close: service.close };
}
