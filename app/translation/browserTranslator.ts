/**
 * The browser's Translator API: no text leaves the device. It may be missing, require a click for its download, or hang
 * forever if the download is impossible. So every call has a timeout, and a pair that hangs is not requested twice.
 * Addresses, mentions and signs are protected as for the server's engines.
 */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { translateProtected } from "#contracts/text/translateProtected.ts";
import type { Clock } from "../lib/clock.ts";
import { browserTag, type LanguagePair, type TranslatorApi } from "./translationReach.ts";

export interface BrowserTranslator {
  /**
   * Errors: `translate/unavailable` without a Translator, after a timeout, or if it changes signs of the text;
   * `translate/unsupported-pair`.
   */
  translate(text: string, from: Language, to: Language): Promise<Result<string>>;
}

export const BROWSER_TRANSLATOR_TIMEOUT_MS = 5_000;
/** A rejected pair, perhaps without the required click, is retried after this time. */
export const FAILED_PAIR_RETRY_MS = 30_000;

type TranslatorInstance = Awaited<ReturnType<TranslatorApi["create"]>>;
type PendingInstance = Promise<Result<TranslatorInstance>>;

export interface BrowserTranslatorOptions {
  readonly api: TranslatorApi | undefined;
  readonly clock: Clock;
  /** Returns the names of people whom the texts may mention. */
  names?(): readonly string[];
}

export function createBrowserTranslator({ api, clock, names = () => [] }: BrowserTranslatorOptions): BrowserTranslator {
  /** One translator for each pair, shared by all lines. `late`: its creation has timed out. */
  const pairs = new Map<string, { creation: PendingInstance; late: boolean }>();

  function withTimeout<T>(task: Promise<Result<T>>, onTimeout: () => void = () => {}): Promise<Result<T>> {
    return new Promise((resolve) => {
      const cancel = clock.after(BROWSER_TRANSLATOR_TIMEOUT_MS, () => {
        onTimeout();
        resolve(fail("translate/unavailable", "time limit"));
      });
      void task.then((result) => {
        cancel();
        resolve(result);
      });
    });
  }

  async function createInstance(translator: TranslatorApi, pair: LanguagePair): PendingInstance {
    try {
      const availability = await translator.availability(pair);
      if (availability === "unavailable") return fail("translate/unsupported-pair");
      return ok(await translator.create(pair));
    } catch {
      return fail("translate/unavailable", "refused");
    }
  }

  function instanceFor(translator: TranslatorApi, from: Language, to: Language): PendingInstance {
    const key = `${from} ${to}`;
    const known = pairs.get(key);
    if (known !== undefined)
      return known.late ? Promise.resolve(fail("translate/unavailable", "hangs")) : known.creation;
    const creation = createInstance(translator, { sourceLanguage: browserTag(from), targetLanguage: browserTag(to) });
    const entry = { creation, late: false };
    pairs.set(key, entry);
    void creation.then((made) => {
      // A pair that hung and is ready now is used from here on.
      entry.late = false;
      if (!made.ok) clock.after(FAILED_PAIR_RETRY_MS, () => pairs.delete(key));
    });
    entry.creation = withTimeout(creation, () => {
      entry.late = true;
      entry.creation = creation;
    });
    return entry.creation;
  }

  return {
    async translate(text, from, to) {
      if (api === undefined) return fail("translate/unavailable", "no Translator");
      const made = await instanceFor(api, from, to);
      if (!made.ok) return made;
      return withTimeout(translateWith(made.value, text, to, names()));
    },
  };
}

async function translateWith(
  translator: TranslatorInstance,
  text: string,
  target: Language,
  names: readonly string[],
): Promise<Result<string>> {
  const rejected = fail("translate/unavailable", "changed signs");
  const translatePart = (part: string) =>
    translator.translate(part).then(ok, () => fail("translate/unavailable", "refused"));
  const [translated] = await translateProtected([text], {
    ...{ mode: "marks", target, names, rejected },
    termsIn: () => [],
    translate: (parts) => Promise.all(parts.map(translatePart)),
    failure: (failed) => failed,
  });
  return translated?.result ?? rejected;
}
