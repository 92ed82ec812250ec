/**
 * The unsent writes of one person in one meeting, in the browser's storage. All tabs share the list.
 *
 * Storage can be cleared at any time, so a missing write proves nothing. A tab that sent or discarded a write leaves a
 * tombstone: the line's id under a second key. Versions without tombstones read and write the same list.
 */
import * as z from "zod/mini";
import { language as languageSchema } from "#contracts/languages.ts";
import { type DraftStorage, readAll, writeTo } from "../../lib/storage.ts";

const mentions = z.array(z.uuid());

/** A new line, an edit, or a deletion. A line has at most one of them at a time. */
const lineWrite = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("post"),
    id: z.uuid(),
    text: z.string(),
    language: languageSchema,
    replyTo: z.nullable(z.uuid()),
    mentions,
    /** Milliseconds since the epoch, by this device's clock. */
    writtenAt: z.number(),
  }),
  z.object({ kind: z.literal("edit"), id: z.uuid(), text: z.string(), language: z.optional(languageSchema), mentions }),
  z.object({ kind: z.literal("remove"), id: z.uuid() }),
]);
const writesSchema = z.array(lineWrite);
const tombstonesSchema = z.array(z.uuid());
export type LineWrite = z.infer<typeof lineWrite>;

/** Enough for the lines that one tab sends while another is asleep. */
const MAX_TOMBSTONES = 100;

export interface StoredWrites {
  read(): LineWrite[];
  /** Returns those of `writes`, all stored before, that another tab sent, discarded or replaced. */
  settledElsewhere(writes: readonly LineWrite[]): LineWrite[];
  /**
   * Removes `removed` and stores `pending`, all unsent writes of this tab, also if storage has forgotten them. `added` is
   * the new part of `pending`. Writes of other tabs stay. Returns the writes of this tab that are now stored.
   */
  update(change: WritesChange): readonly LineWrite[];
}

interface WritesChange {
  readonly removed: readonly LineWrite[];
  readonly added: readonly LineWrite[];
  readonly pending: readonly LineWrite[];
}

export function createStoredWrites(places: DraftStorage, key: string): StoredWrites {
  const tombstonesKey = `${key}:done`;
  const read = () => readAll(places, key).flatMap((value) => parseList(value, writesSchema));
  const readTombstones = () => readAll(places, tombstonesKey).flatMap((value) => parseList(value, tombstonesSchema));

  return {
    read,
    settledElsewhere(writes) {
      const stored = read();
      const tombstones = new Set(readTombstones());
      return writes.filter(
        (write) => !includesWrite(stored, write) && (hasId(stored, write.id) || tombstones.has(write.id)),
      );
    },
    update({ removed, added, pending }) {
      const stored = read().filter((write) => !includesWrite(removed, write) && !includesWrite(added, write));
      const tombstones = readTombstones();
      const isOwn = (write: LineWrite) =>
        added.includes(write) ||
        includesWrite(stored, write) ||
        !(hasId(stored, write.id) || tombstones.includes(write.id));
      const own = pending.filter(isOwn);
      const next = [...stored.filter(({ id }) => !hasId(own, id)), ...own];
      const settledIds = new Set([...tombstones, ...removed.map(({ id }) => id)]);
      const nextTombstones = [...settledIds].filter((id) => !hasId(next, id)).slice(-MAX_TOMBSTONES);
      writeTo(places, tombstonesKey, serializeList(nextTombstones));
      return writeTo(places, key, serializeList(next)) ? own : [];
    },
  };
}

const hasId = (writes: readonly LineWrite[], id: string) => writes.some((write) => write.id === id);

/** Whether `writes` has a write with the same effect as `wanted`. */
const includesWrite = (writes: readonly LineWrite[], wanted: LineWrite) =>
  writes.some(
    (write) => write.id === wanted.id && JSON.stringify(contentOf(write)) === JSON.stringify(contentOf(wanted)),
  );

const contentOf = (write: LineWrite) =>
  write.kind === "remove" ? [write.kind] : [write.kind, write.text, write.language, write.mentions];

const serializeList = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list));

function parseList<T>(value: string, schema: z.ZodMiniType<T[]>): T[] {
  try {
    const parsed = schema.safeParse(JSON.parse(value));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}
