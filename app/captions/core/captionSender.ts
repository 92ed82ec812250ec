/**
 * Sends this page's captions, from its recogniser or typed for another speaker. Interim text goes to the peers, throttled. A
 * finished sentence goes to them at once and then to the server, where it becomes a line. Sentences that the server has not
 * stored yet are kept on this device.
 */
import * as z from "zod/mini";
import { divideDuration, splitIntoCaptions } from "#contracts/captionText.ts";
import type { Failure, Result } from "#contracts/errors.ts";
import { type Language, language as languageSchema } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { TransientMessage } from "#contracts/realtime.ts";
import type { CaptionInput } from "#contracts/speech.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import { persisted } from "../../lib/persisted.ts";
import { createBackoff } from "../../lib/retry.ts";
import type { KeyValueStorage } from "../../lib/storage.ts";

/** Text of one speaker. Times are milliseconds since the epoch by this device's clock. */
export interface Utterance {
  /** Constant from the first interim text to the final text. */
  readonly id: string;
  /** Empty text withdraws the caption. */
  readonly text: string;
  readonly final: boolean;
  readonly language: Language;
  readonly began: number;
  readonly at: number;
  /** User id of the speaker if the text is typed for them; null for the local participant. */
  readonly speaker: string | null;
}

export interface CaptionSender {
  submit(utterance: Utterance): void;
  /** Sends what is pending: the call is connected again. */
  resume(): void;
  close(): void;
}

export interface CaptionSenderOptions {
  readonly broadcast: (message: Extract<TransientMessage, { type: "saying" }>) => void;
  readonly post: (captions: CaptionInput[]) => Promise<Result<unknown>>;
  /** If false, sentences go to the peers alone. */
  readonly storesLines: () => boolean;
  readonly isTransient: (error: Failure) => boolean;
  /** The server rejected a sentence for good. */
  readonly onRejected: (error: Failure) => void;
  readonly clock: Clock;
  readonly storage: KeyValueStorage;
  readonly key: string;
  readonly newId: () => string;
}

/** Minimum time between two broadcasts of interim text. */
export const INTERIM_THROTTLE_MS = 150;
const CAPTION_RETRY_DELAYS_MS = [1_000, 3_000, 10_000] as const;

const pendingSentence = z.object({
  id: z.guid(),
  text: z.string(),
  language: languageSchema,
  began: z.number(),
  ms: z.number(),
  speaker: z.nullable(z.guid()),
});
type PendingSentence = z.infer<typeof pendingSentence>;

export function createCaptionSender(options: CaptionSenderOptions): CaptionSender {
  const { clock } = options;
  const stored = persisted(() => options.storage, options.key, z.array(pendingSentence));
  const backoff = createBackoff(clock, CAPTION_RETRY_DELAYS_MS);
  let pending: readonly PendingSentence[] = stored.read() ?? [];
  /** For sentences that got a new id after a conflict: the id that the peers received. */
  const renamed = new Map<string, string>();
  let last: Utterance | null = null;
  let sending = false;
  let lastBroadcastAt = 0;
  let cancelBroadcast: Cancel = () => {};
  let closed = false;

  function setPending(next: readonly PendingSentence[]) {
    pending = next;
    // Without storage, sentences are still sent, but do not outlast the page.
    stored.write(next.length === 0 ? null : [...next]);
  }

  function broadcastNow(utterance: Utterance) {
    const { id, text, final, language, speaker } = utterance;
    cancelBroadcast();
    last = utterance;
    lastBroadcastAt = clock.now();
    options.broadcast({ type: "saying", id, text, final, language, speaker });
  }

  async function send(batchSize: number = LIMITS.captionsPerRequest): Promise<void> {
    if (sending || closed || pending.length === 0) return;
    sending = true;
    backoff.cancel();
    const batch = pending.slice(0, batchSize);
    const now = clock.now();
    const result = await options.post(
      batch.map(({ id, text, language, began, ms, speaker }) => ({
        ...{
          id,
          text,
          language,
          ms: clampRounded(ms, LIMITS.captionMaxDurationMs),
          ago: clampRounded(now - began, LIMITS.captionMaxAgeMs),
        },
        ...(speaker !== null && { speaker }),
      })),
    );
    sending = false;
    if (closed) return;
    if (result.ok) {
      backoff.reset();
      removeSent(batch);
      // Peers that still show the caption under its old id replace it by this line.
      for (const { id } of batch) if (last !== null && last.id === renamed.get(id)) broadcastNow({ ...last, id });
      return send();
    }
    if (options.isTransient(result.error)) return backoff.schedule(() => void send());
    // One bad sentence rejects the whole batch. Sending one by one finds it.
    if (batch.length > 1) return send(1);
    // The id was broadcast with the interim text, so a peer may have posted a line under it. Retry with a secret id.
    const [sentence] = batch;
    if (result.error.code === "line/conflict" && sentence !== undefined && !renamed.has(sentence.id)) {
      const renamedSentence = { ...sentence, id: options.newId() };
      renamed.set(renamedSentence.id, sentence.id);
      setPending(pending.map((other) => (other === sentence ? renamedSentence : other)));
      return send(1);
    }
    removeSent(batch);
    options.onRejected(result.error);
    return send(1);
  }

  const removeSent = (batch: readonly PendingSentence[]) =>
    setPending(pending.filter((sentence) => !batch.includes(sentence)));

  if (pending.length > 0) void send();

  return {
    submit(utterance) {
      if (closed) return;
      if (!utterance.final) {
        cancelBroadcast();
        const delayMs = utterance.text === "" ? 0 : lastBroadcastAt + INTERIM_THROTTLE_MS - clock.now();
        if (delayMs <= 0) broadcastNow(utterance);
        else cancelBroadcast = clock.after(delayMs, () => broadcastNow(utterance));
        return;
      }
      const { began, at, language, speaker } = utterance;
      const parts = splitIntoCaptions(utterance.text.replace(/[\p{Cc}\s]+/gu, " "), language);
      if (parts.length === 0) return broadcastNow({ ...utterance, text: "", final: false });
      const times = divideDuration(parts, at - began);
      const sentences = parts.map((text, part): PendingSentence => {
        const id = part === 0 ? utterance.id : options.newId();
        const { startMs, ms } = times[part] ?? { startMs: 0, ms: 0 };
        broadcastNow({ ...utterance, id, text });
        return { id, text, language, began: began + startMs, ms, speaker };
      });
      if (!options.storesLines()) return;
      setPending([...pending, ...sentences]);
      void send();
    },
    resume() {
      backoff.reset();
      void send();
    },
    close() {
      closed = true;
      cancelBroadcast();
      backoff.cancel();
    },
  };
}

const clampRounded = (value: number, max: number) => Math.round(Math.min(max, Math.max(0, value)));
