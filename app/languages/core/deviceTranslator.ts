/**
 * The browser's own Translator: no text leaves the device. It may be missing, want a press for its download, or hang
 * for ever when it cannot be downloaded; so everything has a time limit, and a pair that hangs is not asked twice.
 */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Clock } from "../../platform/clock.ts";

interface Pair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** The part of the Translator API that is used. */
export interface TranslatorApi {
  availability(pair: Pair): Promise<string>;
  create(pair: Pair): Promise<{ translate(text: string): Promise<string> }>;
}

export interface DeviceTranslator {
  /**
   * Errors: `translate/unavailable` without a Translator, or when it does not come up in time;
   * `translate/unsupported-pair`.
   */
  translate(text: string, from: Language, to: Language): Promise<Result<string>>;
}

export const DEVICE_LIMIT = 5_000;
/** A pair that was refused, perhaps for want of a press, is tried again after this long. */
export const REFUSED_FOR = 30_000;

type Instance = Awaited<ReturnType<TranslatorApi["create"]>>;
type Making = Promise<Result<Instance>>;

/** Tags that browsers know under another code. */
const tag = (language: Language): string => (language === "nb" ? "no" : language);

export function createDeviceTranslator({
  api,
  clock,
}: {
  api: TranslatorApi | undefined;
  clock: Clock;
}): DeviceTranslator {
  /** Made once for each pair, and used by all lines. */
  const pairs = new Map<string, { making: Making; late: boolean }>();

  function within<T>(task: Promise<Result<T>>, lateNow: () => void = () => {}): Promise<Result<T>> {
    return new Promise((resolve) => {
      const cancel = clock.after(DEVICE_LIMIT, () => {
        lateNow();
        resolve(fail("translate/unavailable", "time limit"));
      });
      void task.then((result) => {
        cancel();
        resolve(result);
      });
    });
  }

  async function make(translator: TranslatorApi, pair: Pair): Making {
    try {
      const availability = await translator.availability(pair);
      if (availability === "unavailable") return fail("translate/unsupported-pair");
      return ok(await translator.create(pair));
    } catch {
      return fail("translate/unavailable", "refused");
    }
  }

  function instanceFor(translator: TranslatorApi, from: Language, to: Language): Making {
    const key = `${from} ${to}`;
    const known = pairs.get(key);
    if (known !== undefined) return known.late ? Promise.resolve(fail("translate/unavailable", "hangs")) : known.making;
    const making = make(translator, { sourceLanguage: tag(from), targetLanguage: tag(to) });
    const entry = { making, late: false };
    pairs.set(key, entry);
    void making.then((made) => {
      // What hung and came up after all is used from now on.
      entry.late = false;
      if (!made.ok) clock.after(REFUSED_FOR, () => pairs.delete(key));
    });
    entry.making = within(making, () => {
      entry.late = true;
      entry.making = making;
    });
    return entry.making;
  }

  return {
    async translate(text, from, to) {
      if (api === undefined) return fail("translate/unavailable", "no Translator");
      const made = await instanceFor(api, from, to);
      if (!made.ok) return made;
      return within(
        made.value.translate(text).then(
          (translated) => ok(translated),
          () => fail("translate/unavailable", "refused"),
        ),
      );
    },
  };
}
