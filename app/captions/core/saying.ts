/**
 * What this page has to say to the others, from its recogniser or typed for somebody: words under way go to the peers, at
 * a pace; a whole sentence goes to them at once and then to the server, where it becomes a line. Sentences that the server
 * does not have yet are kept on this device.
 */
import * as z from "zod/mini";
import { captionsFrom } from "#contracts/captionText.ts";
import type { Failure, Result } from "#contracts/errors.ts";
import { type Language, language as languageSchema } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { LivePassing } from "#contracts/realtime.ts";
import type { Said } from "#contracts/speech.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { KeyValueStorage } from "../../platform/storage.ts";

/** Words of one person; times by this device's clock in milliseconds. */
export interface Utterance {
  /** The same from the first word to the end. */
  readonly id: string;
  /** Empty: it came to nothing. */
  readonly text: string;
  readonly final: boolean;
  readonly language: Language;
  readonly began: number;
  readonly at: number;
  /** User id of who says it, where it is typed for somebody; null: oneself. */
  readonly speaker: string | null;
}

export interface Saying {
  heard(utterance: Utterance): void;
  /** Sending is possible again. */
  open(): void;
  close(): void;
}

export interface SayingOptions {
  readonly announce: (message: Extract<LivePassing, { type: "saying" }>) => void;
  readonly say: (said: Said[]) => Promise<Result<unknown>>;
  /** Else sentences go to the peers alone. */
  readonly keeps: () => boolean;
  /** Whether the same may go through later without anybody's doing. */
  readonly passing: (error: Failure) => boolean;
  /** A sentence that the server will not have. */
  readonly refused: (error: Failure) => void;
  readonly clock: Clock;
  readonly storage: KeyValueStorage;
  readonly key: string;
  readonly newId: () => string;
}

/** Between two tellings of words under way. */
export const PACE = 150;
const AGAIN = [1_000, 3_000, 10_000] as const;

const whole = z.object({
  id: z.uuid(),
  text: z.string(),
  language: languageSchema,
  began: z.number(),
  ms: z.number(),
  speaker: z.nullable(z.uuid()),
});
type Whole = z.infer<typeof whole>;

export function createSaying(options: SayingOptions): Saying {
  const { clock, storage, key } = options;
  let waiting: readonly Whole[] = read();
  /** By the id of a sentence that was in conflict once: that by which the peers were told of it. */
  const renamed = new Map<string, string>();
  let last: Utterance | null = null;
  let sending = false;
  let failures = 0;
  let toldAt = 0;
  let cancelTell: Cancel = () => {};
  let cancelAgain: Cancel = () => {};
  let closed = false;

  function read(): Whole[] {
    try {
      return z.array(whole).safeParse(JSON.parse(storage.getItem(key) ?? "[]")).data ?? [];
    } catch {
      return [];
    }
  }

  function keep(next: readonly Whole[]) {
    waiting = next;
    try {
      if (next.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(next));
    } catch {
      // Full or forbidden: what is said is still sent, it only does not outlast the page.
    }
  }

  function tell(utterance: Utterance) {
    const { id, text, final, language, speaker } = utterance;
    cancelTell();
    last = utterance;
    toldAt = clock.now();
    options.announce({ type: "saying", id, text, final, language, speaker });
  }

  async function send(most: number = LIMITS.sayBatch): Promise<void> {
    if (sending || closed || waiting.length === 0) return;
    sending = true;
    cancelAgain();
    const batch = waiting.slice(0, most);
    const now = clock.now();
    const answer = await options.say(
      batch.map(({ id, text, language, began, ms, speaker }) => ({
        ...{ id, text, language, ms: within(ms, LIMITS.sayLength), ago: within(now - began, LIMITS.sayAgo) },
        ...(speaker !== null && { speaker }),
      })),
    );
    sending = false;
    if (closed) return;
    if (answer.ok) {
      failures = 0;
      done(batch);
      // Where the peers have still the words themselves, they become this line.
      for (const { id } of batch) if (last !== null && last.id === renamed.get(id)) tell({ ...last, id });
      return send();
    }
    if (options.passing(answer.error)) {
      const wait = AGAIN[Math.min(failures, AGAIN.length - 1)] ?? AGAIN[0];
      failures += 1;
      cancelAgain = clock.after(wait, () => void send());
      return;
    }
    // All of a request is refused for one of it: which one, each alone will tell.
    if (batch.length > 1) return send(1);
    // Its id went out with its first words, and anybody who heard them can post it somewhere: it goes under one that
    // nobody knows.
    const [one] = batch;
    if (answer.error.code === "line/conflict" && one !== undefined && !renamed.has(one.id)) {
      const again = { ...one, id: options.newId() };
      renamed.set(again.id, one.id);
      keep(waiting.map((other) => (other === one ? again : other)));
      return send(1);
    }
    done(batch);
    options.refused(answer.error);
    return send(1);
  }

  const done = (batch: readonly Whole[]) => keep(waiting.filter((one) => !batch.includes(one)));

  if (waiting.length > 0) void send();

  return {
    heard(utterance) {
      if (closed) return;
      if (!utterance.final) {
        cancelTell();
        const wait = utterance.text === "" ? 0 : toldAt + PACE - clock.now();
        if (wait <= 0) tell(utterance);
        else cancelTell = clock.after(wait, () => tell(utterance));
        return;
      }
      const { began, at, language, speaker } = utterance;
      const parts = captionsFrom(utterance.text.replace(/[\p{Cc}\s]+/gu, " "), language);
      if (parts.length === 0) return tell({ ...utterance, text: "", final: false });
      const wholes = parts.map((text, part): Whole => {
        const id = part === 0 ? utterance.id : options.newId();
        tell({ ...utterance, id, text });
        return { id, text, language, began, ms: at - began, speaker };
      });
      if (!options.keeps()) return;
      keep([...waiting, ...wholes]);
      void send();
    },
    open() {
      failures = 0;
      void send();
    },
    close() {
      closed = true;
      cancelTell();
      cancelAgain();
    },
  };
}

const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)));
