/**
 * Checks the messages of all locales: the same keys, the same parameters of the same kind, valid ICU, and a message for
 * every code of the error catalogue.
 */
import { parse, type Token } from "@messageformat/parser";

/** `number`: used for plural forms or formatted as a number. `text`: inserted as it is, or used in a choice. */
export type ParameterKind = "number" | "text";

/** The parameters of a message, name → kind. */
export type Parameters = ReadonlyMap<string, ParameterKind>;

/** The messages of a locale, key → ICU text. */
export type Catalogue = Readonly<Record<string, string>>;

/** Returns the parameters of an ICU text. Throws the parser's error if the text is malformed. */
export function parametersOf(text: string): Parameters {
  const found = new Map<string, ParameterKind>();
  const add = (name: string, kind: ParameterKind) => {
    if (kind === "number" || !found.has(name)) found.set(name, kind);
  };
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      switch (token.type) {
        case "content":
        case "octothorpe":
          break;
        case "argument":
          add(token.arg, "text");
          break;
        case "function":
          add(token.arg, token.key === "number" ? "number" : "text");
          break;
        case "select":
        case "plural":
        case "selectordinal":
          add(token.arg, token.type === "select" ? "text" : "number");
          for (const { tokens: inner } of token.cases) walk(inner);
          break;
        default:
          token satisfies never;
      }
    }
  };
  walk(parse(text));
  return found;
}

/** Returns the plural forms that a locale uses for whole numbers up to 1,000. */
function pluralForms(locale: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(locale);
  return new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)));
}

/** Returns the plural forms that a valid ICU text lacks where it shows a number. */
export function missingForms(text: string, locale: string): string[] {
  const wanted = pluralForms(locale);
  const missing = new Set<string>();
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (!("cases" in token)) continue;
      const shows = token.cases.some(({ tokens: inner }) => inner.some(({ type }) => type === "octothorpe"));
      if (token.type === "plural" && shows)
        for (const form of wanted) if (!token.cases.some(({ key }) => key === form)) missing.add(form);
      for (const { tokens: inner } of token.cases) walk(inner);
    }
  };
  walk(parse(text));
  return [...missing].sort();
}

const show = (parameters: Parameters) =>
  [...parameters]
    .map(([name, kind]) => `${name} (${kind})`)
    .sort()
    .join(", ") || "none";

const reason = (error: unknown) => (error instanceof Error ? error.message.split("\n")[0] : String(error));

/**
 * Compares every catalogue with the catalogue of `source`. Returns one sentence for each fault.
 * Each of `errorCodes` needs the keys `error.<code>` (the problem) and `error.<code>.do` (the remedy).
 */
export function checkMessages(
  catalogues: Readonly<Record<string, Catalogue>>,
  source: string,
  errorCodes: readonly string[],
): string[] {
  const faults: string[] = [];
  const reference = catalogues[source] ?? {};
  const read = (locale: string, key: string, text: string): Parameters | null => {
    if (text.trim() === "") {
      faults.push(`${locale}.json: "${key}" is empty.`);
      return null;
    }
    try {
      const missing = missingForms(text, locale);
      if (missing.length > 0) faults.push(`${locale}.json: "${key}" lacks the plural forms ${missing.join(", ")}.`);
      return parametersOf(text);
    } catch (error) {
      faults.push(`${locale}.json: "${key}" is not valid ICU: ${reason(error)}.`);
      return null;
    }
  };
  for (const code of errorCodes)
    for (const key of [`error.${code}`, `error.${code}.do`])
      if (!Object.hasOwn(reference, key))
        faults.push(`${source}.json: "${key}" is missing; every error needs a message.`);
  const wanted = new Map(Object.entries(reference).map(([key, text]) => [key, read(source, key, text)] as const));
  for (const [locale, catalogue] of Object.entries(catalogues)) {
    if (locale === source) continue;
    for (const key of wanted.keys())
      if (!Object.hasOwn(catalogue, key)) faults.push(`${locale}.json: "${key}" is missing; ${source}.json has it.`);
    for (const [key, text] of Object.entries(catalogue)) {
      const expected = wanted.get(key);
      if (expected === undefined) {
        faults.push(`${locale}.json: "${key}" is not in ${source}.json.`);
        continue;
      }
      const actual = read(locale, key, text);
      if (expected === null || actual === null) continue;
      if (show(actual) !== show(expected))
        faults.push(
          `${locale}.json: "${key}" has the parameters ${show(actual)}; ${source}.json has ${show(expected)}.`,
        );
    }
  }
  return faults;
}
