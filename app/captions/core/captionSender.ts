/**
 * What this page has to say to the others, from its recogniser or typed for somebody: words under way go to the peers, at
 * a pace; a whole sentence goes to them at once and then to the server, where it becomes a line. Sentences that the server
 * does not have yet are kept on this device.
 */
import * as z from "zod/mini";
import { splitIntoCaptions } from "#contracts/captionText.ts";
import type { Failure, Result } from "#contracts/errors.ts";
import { type Language, language as languageSchema } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { TransientMessage } from "#contracts/realtime.ts";
import type { CaptionInput } from "#contracts/speech.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { KeyValueStorage } from "../../lib/storage.ts";

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

export interface CaptionSender {
  submit(utterance: Utterance): void;
  /** Sending is possible again. */
  resume(): void;
  close(): void;
}

export interface CaptionSenderOptions {
  readonly broadcast: (message: Extract<TransientMessage, { type: "saying" }>) => void;
  readonly post: (said: CaptionInput[]) => Promise<Result<unknown>>;
  /** Else sentences go to the peers alone. */
  readonly storesLines: () => boolean;
  /** Whether the same may go through later without anybody's doing. */
  readonly isTransient: (error: Failure) => boolean;
  /** A sentence that the server will not have. */
  readonly onRejected: (error: Failure) => void;
  readonly clock: Clock;
  readonly storage: KeyValueStorage;
  readonly key: string;
  readonly newId: () => string;
}

/** Between two tellings of words under way. */
export const INTERIM_THROTTLE_MS = 150;
const CAPTION_RETRY_DELAYS_MS = [1_000, 3_000, 10_000] as const;

const pendingSentence = z.object({
  id: z.uuid(),
  text: z.string(),
  language: languageSchema,
  began: z.number(),
  ms: z.number(),
  speaker: z.nullable(z.uuid()),
});
type PendingSentence = z.infer<typeof pendingSentence>;

export function createCaptionSender(options: CaptionSenderOptions): CaptionSender {
  const { clock, storage, key } = options;
  let waiting: readonly PendingSentence[] = readStored();
  /** By the id of a sentence that was in conflict once: that by which the peers were told of it. */
  const renamed = new Map<string, string>();
  let last: Utterance | null = null;
  let sending = false;
  let failures = 0;
  let lastBroadcastAt = 0;
  let cancelBroadcast: Cancel = () => {};
  let cancelRetry: Cancel = () => {};
  let closed = false;

  function readStored(): PendingSentence[] {
    try {
      return z.array(pendingSentence).safeParse(JSON.parse(storage.getItem(key) ?? "[]")).data ?? [];
    } catch {
      return [];
    }
  }

  function setWaiting(next: readonly PendingSentence[]) {
    waiting = next;
    try {
      if (next.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(next));
    } catch {
      // Full or forbidden: what is said is still sent, it only does not outlast the page.
    }
  }

  function broadcastNow(utterance: Utterance) {
    const { id, text, final, language, speaker } = utterance;
    cancelBroadcast();
    last = utterance;
    lastBroadcastAt = clock.now();
    options.broadcast({ type: "saying", id, text, final, language, speaker });
  }

  async function send(most: number = LIMITS.sayBatch): Promise<void> {
    if (sending || closed || waiting.length === 0) return;
    sending = true;
    cancelRetry();
    const batch = waiting.slice(0, most);
    const now = clock.now();
    const result = await options.post(
      batch.map(({ id, text, language, began, ms, speaker }) => ({
        ...{
          id,
          text,
          language,
          ms: clampRounded(ms, LIMITS.sayLength),
          ago: clampRounded(now - began, LIMITS.sayAgo),
        },
        ...(speaker !== null && { speaker }),
      })),
    );
    sending = false;
    if (closed) return;
    if (result.ok) {
      failures = 0;
      removeSent(batch);
      // Where the peers have still the words themselves, they become this line.
      for (const { id } of batch) if (last !== null && last.id === renamed.get(id)) broadcastNow({ ...last, id });
      return send();
    }
    if (options.isTransient(result.error)) {
      const wait =
        CAPTION_RETRY_DELAYS_MS[Math.min(failures, CAPTION_RETRY_DELAYS_MS.length - 1)] ?? CAPTION_RETRY_DELAYS_MS[0];
      failures += 1;
      cancelRetry = clock.after(wait, () => void send());
      return;
    }
    // All of a request is refused for one of it: which one, each alone will tell.
    if (batch.length > 1) return send(1);
    // Its id went out with its first words, and anybody who heard them can post it somewhere: it goes under one that
    // nobody knows.
    const [one] = batch;
    if (result.error.code === "line/conflict" && one !== undefined && !renamed.has(one.id)) {
      const again = { ...one, id: options.newId() };
      renamed.set(again.id, one.id);
      setWaiting(waiting.map((other) => (other === one ? again : other)));
      return send(1);
    }
    removeSent(batch);
    options.onRejected(result.error);
    return send(1);
  }

  const removeSent = (batch: readonly PendingSentence[]) => setWaiting(waiting.filter((one) => !batch.includes(one)));

  if (waiting.length > 0) void send();

  return {
    submit(utterance) {
      if (closed) return;
      if (!utterance.final) {
        cancelBroadcast();
        const wait = utterance.text === "" ? 0 : lastBroadcastAt + INTERIM_THROTTLE_MS - clock.now();
        if (wait <= 0) broadcastNow(utterance);
        else cancelBroadcast = clock.after(wait, () => broadcastNow(utterance));
        return;
      }
      const { began, at, language, speaker } = utterance;
      const parts = splitIntoCaptions(utterance.text.replace(/[\p{Cc}\s]+/gu, " "), language);
      if (parts.length === 0) return broadcastNow({ ...utterance, text: "", final: false });
      const wholes = parts.map((text, part): PendingSentence => {
        const id = part === 0 ? utterance.id : options.newId();
        broadcastNow({ ...utterance, id, text });
        return { id, text, language, began, ms: at - began, speaker };
      });
      if (!options.storesLines()) return;
      setWaiting([...waiting, ...wholes]);
      void send();
    },
    resume() {
      failures = 0;
      void send();
    },
    close() {
      closed = true;
      cancelBroadcast();
      cancelRetry();
    },
  };
}

const clampRounded = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)));
