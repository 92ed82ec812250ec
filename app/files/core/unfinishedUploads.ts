/** Uploads that a reload interrupted. The user chooses the same file again, and only the rest is sent. */
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { persisted } from "../../lib/persisted.ts";
import type { KeyValueStorage } from "../../lib/storage.ts";
import type { NamedBlob } from "../preview/preparedFile.ts";
import type { FilePlace } from "./selectedFile.ts";

export interface UnfinishedUploads {
  /** Returns the id under which the file was offered at this place. */
  idOf(file: NamedBlob, place: FilePlace): string | null;
  add(file: NamedBlob, place: FilePlace, id: string): void;
  remove(id: string): void;
}

const schema = z.array(z.object({ key: z.string(), id: z.string(), offeredAt: z.number() }));
/** More cannot be offered within a day. */
const MAX_STORED = LIMITS.filesAtOnce;

export function createUnfinishedUploads(storage: () => KeyValueStorage, clock: Pick<Clock, "now">): UnfinishedUploads {
  const stored = persisted(storage, "unfinishedUploads", schema);
  /** Later the server has withdrawn the offer. */
  const read = () =>
    (stored.read() ?? []).filter(({ offeredAt }) => clock.now() - offeredAt < LIMITS.unsharedFileTtlMs);
  return {
    idOf(file, place) {
      const key = keyOf(file, place);
      return read().find((upload) => upload.key === key)?.id ?? null;
    },
    add(file, place, id) {
      const others = read().filter((upload) => upload.id !== id);
      stored.write([{ key: keyOf(file, place), id, offeredAt: clock.now() }, ...others].slice(0, MAX_STORED));
    },
    remove(id) {
      const left = read().filter((upload) => upload.id !== id);
      stored.write(left.length > 0 ? left : null);
    },
  };
}

const keyOf = ({ name, size, lastModified }: NamedBlob, place: FilePlace): string =>
  JSON.stringify([...Object.values(place), name, size, lastModified ?? 0]);
