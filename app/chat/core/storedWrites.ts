/**
 * The unsent writes of one person in one meeting, in the browser's storage. All tabs share the list.
 *
 * Storage can be cleared at any time, so a missing write proves nothing. A tab that sent, discarded or replaced a write
 * leaves a tombstone under a second key. It names this exact write, so it never removes a newer edit of the same line.
 */
import * as z from "zod/mini";
import { language as languageSchema } from "#contracts/languages.ts";
import { type DraftStorage, readAll, writeTo } from "../../lib/storage.ts";

const mentions = z.array(z.guid());

/** A new line, an edit, or a deletion. A line has at most one of them at a time. */
const lineWrite = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("post"),
    id: z.guid(),
    text: z.string(),
    language: languageSchema,
    replyTo: z.nullable(z.guid()),
    mentions,
    /** Milliseconds since the epoch, by this device's clock. */
    writtenAt: z.number(),
  }),
  z.object({ kind: z.literal("edit"), id: z.guid(), text: z.string(), language: z.optional(languageSchema), mentions }),
  z.object({ kind: z.literal("remove"), id: z.guid() }),
]);
const writesSchema = z.array(lineWrite);
/** Line ids, each with a hash of the write's content. */
const tombstonesSchema = z.array(z.string());
export type LineWrite = z.infer<typeof lineWrite>;

/** Enough for the lines that one tab sends while another is asleep. */
const MAX_TOMBSTONES = 100;

export interface StoredWrites {
  read(): LineWrite[];
  /** Returns the `writes` that another tab sent, discarded or replaced. */
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
      const tombstones = new Set(readTombstones());
      return writes.filter((write) => tombstones.has(tombstoneOf(write)));
    },
    update({ removed, added, pending }) {
      const changed = [...removed, ...added];
      const others = read().filter((write) => !changed.some((other) => isSameWrite(other, write)));
      const replaced = others.filter(({ id }) => added.some((write) => write.id === id));
      const stored = byId(others.filter((write) => !replaced.includes(write)));
      const tombstones = new Set([...readTombstones(), ...[...removed, ...replaced].map(tombstoneOf)]);
      const own = pending.filter((write) => {
        if (added.includes(write)) return true;
        const current = stored.get(write.id);
        return current === undefined ? !tombstones.has(tombstoneOf(write)) : isSameWrite(current, write);
      });
      const ownIds = byId(own);
      const next = [...[...stored.values()].filter(({ id }) => !ownIds.has(id)), ...own];
      for (const write of next) tombstones.delete(tombstoneOf(write));
      writeTo(places, tombstonesKey, serializeList([...tombstones].slice(-MAX_TOMBSTONES)));
      return writeTo(places, key, serializeList(next)) ? own : [];
    },
  };
}

const byId = (writes: readonly LineWrite[]) => new Map(writes.map((write) => [write.id, write]));

/** Whether both writes have the same effect, so that one of them is enough. */
const isSameWrite = (a: LineWrite, b: LineWrite) => a.id === b.id && contentOf(a) === contentOf(b);

const contentOf = (write: LineWrite) =>
  JSON.stringify(write.kind === "remove" ? [write.kind] : [write.kind, write.text, write.language, write.mentions]);

/** Contains no text: the line may be deleted later. */
const tombstoneOf = (write: LineWrite) => `${write.id} ${hash(contentOf(write))}`;

/** Returns the 32-bit FNV-1a hash of the UTF-16 code units in hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(16);
}

const serializeList = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list));

function parseList<T>(value: string, schema: z.ZodMiniType<T[]>): T[] {
  try {
    const parsed = schema.safeParse(JSON.parse(value));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}
