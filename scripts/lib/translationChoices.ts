/** The translation engines that a user of `npm run dev` configures, instead of Apertium or beside it. */

interface EngineChoice {
  readonly name: string;
  /** Configures the engine. A key alone does not, because a shell may hold it for another program. */
  readonly configuredBy: string;
  readonly variables: readonly string[];
}

const ENGINES: readonly EngineChoice[] = [
  { name: "Apertium", configuredBy: "APERTIUM_URL", variables: ["APERTIUM_TOKEN"] },
  { name: "LibreTranslate", configuredBy: "LIBRETRANSLATE_URL", variables: ["LIBRETRANSLATE_API_KEY"] },
  { name: "DeepL", configuredBy: "DEEPL_API_KEY", variables: ["DEEPL_URL"] },
  { name: "Workers AI", configuredBy: "WORKERS_AI_API_TOKEN", variables: ["WORKERS_AI_ACCOUNT_ID", "WORKERS_AI_URL"] },
  { name: "OpenAI-compatible", configuredBy: "OPENAI_MODEL", variables: ["OPENAI_API_KEY", "OPENAI_URL"] },
];

type Variables = Readonly<Record<string, string | undefined>>;

export interface ConfiguredEngines {
  readonly names: readonly string[];
  /** Variables for the edge functions. */
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the engines that the variables configure. */
export function configuredEngines(variables: Variables): ConfiguredEngines {
  const engines = ENGINES.filter(({ configuredBy }) => variables[configuredBy]);
  const needed = engines.flatMap((engine) => [engine.configuredBy, ...engine.variables]);
  return { names: engines.map(({ name }) => name), env: pickVariables(variables, ["TRANSLATE_ENGINES", ...needed]) };
}

/** Returns the named variables that are set. */
export const pickVariables = (variables: Variables, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = variables[name];
      return value ? [[name, value]] : [];
    }),
  );

export const TRANSLATION_CHOICES = `  Without Apertium, set variables before \`npm run dev\`:
    LibreTranslate     docker run --rm -p 127.0.0.1:5000:5000 libretranslate/libretranslate
                       and LIBRETRANSLATE_URL=http://127.0.0.1:5000
    DeepL              DEEPL_API_KEY
    Workers AI         WORKERS_AI_ACCOUNT_ID and WORKERS_AI_API_TOKEN
    OpenAI-compatible  OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_URL
  Chrome and Edge translate by themselves.`;
