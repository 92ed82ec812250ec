/** Sentences with terms, and bad behaviours of engines, for tests and the bench. */
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";

const never = (term: string): TermEntry => ({ term, language: "en", never: true, translations: {} });
const given = (term: string, es: string, ca: string): TermEntry => ({
  term,
  language: "en",
  never: false,
  translations: { es, ca },
});

/** Terms of a typical workspace: names, and words with a special meaning. */
export const TERMS: readonly TermEntry[] = [
  never("Kubernetes"),
  never("C++"),
  never("O'Brien"),
  never("a.b*c"),
  never("דני"),
  never("東京"),
  never("Ng\u0169g\u0129"),
  never("Blue Horizon"),
  never("Blue"),
  never("REST"),
  given("bus", "guagua", "autocar"),
  given("kick-off", "saque", "servei"),
  given("stand-up meeting", "reunión diaria", "reunió diària"),
  given("R&D [core]", "I+D (núcleo)", "R+D (nucli)"),
  given("house", "hogar", "llar"),
  given("release train", "tren de versiones", "tren de versions"),
];

/** A form of a term in the source, and the form required in the translation. */
interface Form {
  readonly written: string;
  readonly kept?: string;
  readonly given?: { readonly es: string; readonly ca: string };
}
const keeps = (...written: string[]): Form[] => written.map((form) => ({ written: form, kept: form }));
const gives = (es: string, ca: string, ...written: string[]): Form[] =>
  written.map((form) => ({ written: form, given: { es, ca } }));

const FORMS: readonly Form[] = [
  ...keeps("Kubernetes", "Kubernetes’s", "KUBERNETES", "C++", "O’Brien", "O'Brien's", "a.b*c", "דני", "東京"),
  ...gives("guagua", "autocar", "bus", "buses", "bus’s"),
  ...keeps("Ngu\u0303gi\u0303", "Ng\u0169g\u0129", "Blue Horizon", "blue horizon", "Blue", "REST"),
  ...gives("saque", "servei", "kick-off", "kick\u2011off"),
  ...gives("GUAGUA", "AUTOCAR", "BUS", "BUSES"),
  ...gives("reunión diaria", "reunió diària", "stand-up meeting", "stand-up meetings", "stand‑up\u00A0meeting"),
  ...gives("I+D (núcleo)", "R+D (nucli)", "R&D [core]"),
  ...gives("hogar", "llar", "house", "houses"),
  ...gives("tren de versiones", "tren de versions", "release train", "release trains"),
];

const FRAMES = [
  "We met at the @ and then we saw the @ again.",
  "I like @, but @ is better.",
  "Please send the @ to my friend before the @ ends!",
  "Where is the @? It is behind the @.",
  "The red @ of my brother is near @",
  "They talked about @ (and about @) for two hours.",
  "My mother said: “@ and @ are good.”",
  "Tomorrow we will use @ with @; today we wait.",
  "Is @ ready, or is @ ready?",
  "She reads @ every day 👍 https://example.com/x and he writes @",
];

export interface Expected {
  readonly text: string;
  readonly never: boolean;
}

export interface GlossaryCase {
  readonly text: string;
  /** The forms that the translation must contain, once for each entry. */
  readonly expected: readonly Expected[];
}

/** Returns the same `count` sentences each time, each with two terms, together with all forms. */
export function glossaryCases(count: number, target: "es" | "ca"): GlossaryCase[] {
  return Array.from({ length: count }, (_, index) => {
    const first = FORMS[index % FORMS.length];
    const second = FORMS[(index * 7 + 3) % FORMS.length];
    const forms = [first, second].flatMap((form) => (form === undefined ? [] : [form]));
    const next = forms.values();
    const frame = FRAMES[index % FRAMES.length] ?? "";
    return {
      text: frame.replaceAll("@", () => next.next().value?.written ?? ""),
      expected: forms.map(({ kept, given }) => ({ text: kept ?? given?.[target] ?? "", never: kept !== undefined })),
    };
  });
}

/** Returns the expected terms that the translation contains in the required form. */
export function survivingTerms({ expected }: GlossaryCase, translation: string): Expected[] {
  let rest = translation;
  // The longest first, because a term may be a part of another.
  return expected
    .toSorted((a, b) => b.text.length - a.text.length)
    .filter(({ text }) => {
      const at = rest.indexOf(text);
      if (at >= 0) rest = `${rest.slice(0, at)}\u0000${rest.slice(at + text.length)}`;
      return at >= 0;
    });
}

const MARK = /\[\[(\d+)\]\]/gu;

/** Behaviours of engines, applied to a sentence before its translation. */
export const ENGINE_BEHAVIOURS: readonly { readonly name: string; does(text: string): string }[] = [
  { name: "translates", does: (text) => text },
  { name: "drops marks", does: (text) => text.replaceAll(MARK, "") },
  { name: "drops the first mark", does: (text) => text.replace(MARK, "") },
  { name: "drops the last mark", does: (text) => text.replace(/\[\[\d+\]\](?![\s\S]*\[\[)/u, "") },
  { name: "doubles marks", does: (text) => text.replaceAll(MARK, "$& $&") },
  { name: "translates inside marks", does: (text) => text.replaceAll(MARK, "[[número $1]]") },
  { name: "writes other brackets", does: (text) => text.replaceAll(MARK, "«$1»") },
  { name: "adds blanks", does: (text) => text.replaceAll(MARK, " [ [ $1 ] ] ") },
  { name: "counts from one", does: (text) => text.replaceAll(MARK, (_, number) => `[[${Number(number) + 1}]]`) },
  { name: "reorders words", does: (text) => text.split(" ").reverse().join(" ") },
  { name: "keeps only letters", does: (text) => text.replaceAll(/[^\p{L}\p{N} ,.]/gu, "") },
];

export const ACCOUNT = "0123456789abcdef0123456789abcdef";

/** An engine with a scripted HTTP server. */
export interface ScriptedEngine {
  readonly name: string;
  readonly env: (url: string) => Record<string, string>;
  /** Returns the JSON response to a request. `says` translates a text. */
  respond(path: string, body: string, says: (text: string) => string): unknown;
}

export const SCRIPTED_ENGINES: readonly ScriptedEngine[] = [
  {
    name: "libretranslate",
    env: (url) => ({ LIBRETRANSLATE_URL: url }),
    respond: (path, body, says) =>
      path === "/languages"
        ? [{ code: "en", targets: ["es", "ca"] satisfies Language[] }]
        : { translatedText: JSON.parse(body).q.map(says) },
  },
  {
    name: "deepl",
    env: (url) => ({ DEEPL_API_KEY: "not-a-key", DEEPL_URL: url }),
    respond: (_path, body, says) => ({
      translations: JSON.parse(body).text.map((text: string) => ({ text: says(text) })),
    }),
  },
  {
    name: "workers-ai",
    env: (url) => ({ WORKERS_AI_URL: url, WORKERS_AI_ACCOUNT_ID: ACCOUNT, WORKERS_AI_API_TOKEN: "not-a-token" }),
    respond: (_path, body, says) => ({ success: true, result: { translated_text: says(JSON.parse(body).text) } }),
  },
  {
    name: "openai",
    env: (url) => ({ OPENAI_URL: `${url}/v1`, OPENAI_MODEL: "a-model" }),
    respond: (_path, body, says) => {
      const { text } = JSON.parse(JSON.parse(body).messages[1].content);
      return {
        choices: [{ finish_reason: "stop", message: { content: JSON.stringify({ translation: says(text) }) } }],
      };
    },
  },
];
