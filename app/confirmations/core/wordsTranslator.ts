/**
 * Requests the translations that a call's confirmations lack. All are translated into the reader's language, and those that
 * the reader asked or wrote into the languages of everybody who is asked. So an email has its text, too.
 */
import type { Confirmation } from "#contracts/confirmations.ts";
import { canTranslate, type LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { TranscriptLine } from "../../transcripts/transcriptLine.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";

interface TranslatedWords {
  readonly id: string;
  readonly revision: number;
  readonly language: Language;
  readonly text: string;
}

interface WordsTranslatorOptions {
  readonly me: string | null;
  readonly language: Language | null;
  readonly pairs: LanguagePairs;
  readonly translate: TranslateLines;
  readonly clock: Clock;
  state(): { readonly confirmations: readonly Confirmation[]; readonly lines: ReadonlyMap<string, TranscriptLine> };
  onTranslated(translated: readonly TranslatedWords[]): void;
  /** Another request translates some lines: the texts are to be loaded. */
  onClaimed(): void;
}

/** A translation is requested so often at most. */
const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 2_000;

export function createWordsTranslator(options: WordsTranslatorOptions) {
  const { me, pairs, translate, clock, onTranslated, onClaimed } = options;
  let { language } = options;
  /** By line, revision and language. */
  const attempts = new Map<string, number>();
  let running = false;
  let closed = false;
  let cancelRetry: Cancel = () => {};

  /** Returns the languages that the lines are to be in. */
  function* wanted(): Generator<{ readonly line: TranscriptLine; readonly language: Language }> {
    const { confirmations, lines } = options.state();
    if (language !== null) for (const line of lines.values()) yield { line, language };
    for (const { line_id, asked_by, people } of confirmations) {
      const line = lines.get(line_id);
      if (line === undefined || me === null || (asked_by !== me && line.author !== me)) continue;
      for (const { reads } of people) yield { line, language: reads };
    }
  }

  function missing(): Map<Language, Map<string, TranscriptLine>> {
    const found = new Map<Language, Map<string, TranscriptLine>>();
    for (const { line, language: into } of wanted()) {
      if (line.language === into || line.translations[into] !== undefined) continue;
      if (!canTranslate(pairs, line.language, into) || attemptsOf(line, into) >= MAX_ATTEMPTS) continue;
      found.set(into, (found.get(into) ?? new Map()).set(line.id, line));
    }
    return found;
  }

  const keyOf = ({ id, revision }: TranscriptLine, into: Language) => `${id} ${revision} ${into}`;
  const attemptsOf = (line: TranscriptLine, into: Language) => attempts.get(keyOf(line, into)) ?? 0;

  async function request(into: Language, lines: readonly TranscriptLine[]): Promise<void> {
    for (const line of lines) attempts.set(keyOf(line, into), attemptsOf(line, into) + 1);
    const response = await translate(
      lines.map(({ id }) => id),
      { language: into },
    );
    if (closed || !response.ok) return;
    const { results } = response.value;
    onTranslated(
      results.flatMap(({ line_id: id, made }) => (made === undefined ? [] : [{ id, language: into, ...made }])),
    );
    if (results.some(({ status }) => status === "claimed")) onClaimed();
  }

  async function run(): Promise<void> {
    running = true;
    for (const [into, lines] of missing()) {
      await request(into, [...lines.values()].slice(0, LIMITS.linesPerTranslateRequest));
      if (closed) return;
    }
    running = false;
    cancelRetry();
    if (missing().size > 0) cancelRetry = clock.after(RETRY_DELAY_MS, update);
  }

  function update(): void {
    if (!running && !closed && missing().size > 0) void run();
  }

  return {
    update,
    language: () => language,
    setLanguage(next: Language | null) {
      language = next;
      update();
    },
    close() {
      closed = true;
      cancelRetry();
    },
  };
}
