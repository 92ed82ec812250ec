/** Sentences with terms in them, and the bad habits of engines: for the test of what survives, and for the bench. */
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";

const never = (term: string): TermEntry => ({ term, language: "en", never: true, translations: {} });
const given = (term: string, es: string, ca: string): TermEntry => ({
  term,
  language: "en",
  never: false,
  translations: { es, ca },
});

/** As a workspace would have them: names, and words that have a meaning of their own there. */
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

/** How people write a term, and what must stand in the translation. */
interface Form {
  readonly written: string;
  readonly kept?: string;
  readonly given?: { readonly es: string; readonly ca: string };
}
const keeps = (...written: string[]): Form[] => written.map((one) => ({ written: one, kept: one }));
const gives = (es: string, ca: string, ...written: string[]): Form[] =>
  written.map((one) => ({ written: one, given: { es, ca } }));

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
  /** What the translation must hold, as often as it is named here. */
  readonly expected: readonly Expected[];
}

/** The same `count` sentences each time, all forms among them, each with two terms. */
export function glossaryCases(count: number, target: "es" | "ca"): GlossaryCase[] {
  return Array.from({ length: count }, (_, index) => {
    const one = FORMS[index % FORMS.length];
    const other = FORMS[(index * 7 + 3) % FORMS.length];
    const forms = [one, other].flatMap((form) => (form === undefined ? [] : [form]));
    const next = forms.values();
    const frame = FRAMES[index % FRAMES.length] ?? "";
    return {
      text: frame.replaceAll("@", () => next.next().value?.written ?? ""),
      expected: forms.map(({ kept, given }) => ({ text: kept ?? given?.[target] ?? "", never: kept !== undefined })),
    };
  });
}

/** Terms of a sentence that stand in its translation, each written as it must be. */
export function survivingTerms({ expected }: GlossaryCase, translation: string): Expected[] {
  let rest = translation;
  // The longest first: a term may be a part of another.
  return expected
    .toSorted((a, b) => b.text.length - a.text.length)
    .filter(({ text }) => {
      const at = rest.indexOf(text);
      if (at >= 0) rest = `${rest.slice(0, at)}\u0000${rest.slice(at + text.length)}`;
      return at >= 0;
    });
}

const MARK = /\[\[(\d+)\]\]/gu;

/** What engines do to a sentence; each translates besides, and that is to make words great here. */
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
  { name: "puts words in another order", does: (text) => text.split(" ").reverse().join(" ") },
  { name: "knows only letters", does: (text) => text.replaceAll(/[^\p{L}\p{N} ,.]/gu, "") },
];

export const ACCOUNT = "0123456789abcdef0123456789abcdef";

/** The engines that are asked over HTTP here, by a server that answers as theirs does. */
export interface ScriptedEngine {
  readonly name: string;
  readonly env: (url: string) => Record<string, string>;
  /** `path` and JSON `body` of a request to JSON of the answer. */
  answer(path: string, body: string, says: (text: string) => string): unknown;
}

export const SCRIPTED_ENGINES: readonly ScriptedEngine[] = [
  {
    name: "libretranslate",
    env: (url) => ({ LIBRETRANSLATE_URL: url }),
    answer: (path, body, says) =>
      path === "/languages"
        ? [{ code: "en", targets: ["es", "ca"] satisfies Language[] }]
        : { translatedText: JSON.parse(body).q.map(says) },
  },
  {
    name: "deepl",
    env: (url) => ({ DEEPL_API_KEY: "not-a-key", DEEPL_URL: url }),
    answer: (_path, body, says) => ({
      translations: JSON.parse(body).text.map((text: string) => ({ text: says(text) })),
    }),
  },
  {
    name: "workers-ai",
    env: (url) => ({ WORKERS_AI_URL: url, WORKERS_AI_ACCOUNT_ID: ACCOUNT, WORKERS_AI_API_TOKEN: "not-a-token" }),
    answer: (_path, body, says) => ({ success: true, result: { translated_text: says(JSON.parse(body).text) } }),
  },
  {
    name: "openai",
    env: (url) => ({ OPENAI_URL: `${url}/v1`, OPENAI_MODEL: "a-model" }),
    answer: (_path, body, says) => {
      const { text } = JSON.parse(JSON.parse(body).messages[1].content);
      return {
        choices: [{ finish_reason: "stop", message: { content: JSON.stringify({ translation: says(text) }) } }],
      };
    },
  },
];
