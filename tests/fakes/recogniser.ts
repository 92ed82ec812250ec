/** A recogniser whose results come from the test. */
import type {
  ListenOptions,
  Recogniser,
  RecogniserEvents,
  RecogniserName,
} from "../../app/captions/core/recogniser.ts";
import type { Language } from "../../supabase/functions/_shared/contracts/languages.ts";

export type Availability = Awaited<ReturnType<Recogniser["availability"]>>;

/** Creates a recogniser that supports the languages in `knows` only. */
export function fakeRecogniser(name: RecogniserName, knows: Partial<Record<Language, Availability>>) {
  const runs: (ListenOptions & RecogniserEvents & { stopped: boolean })[] = [];
  const recogniser: Recogniser = {
    name,
    availability: async (language) => knows[language] ?? "no",
    async download(language) {
      knows[language] = "yes";
      return true;
    },
    listen(options, events) {
      const run = { ...options, ...events, stopped: false };
      runs.push(run);
      return {
        stop() {
          run.stopped = true;
        },
        setPhrases(phrases) {
          run.phrases = phrases;
        },
      };
    },
  };
  return { recogniser, runs, last: () => runs.at(-1) };
}
