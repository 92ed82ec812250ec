/**
 * The bytes of objects and of pending uploads, in one folder. Each file is named by a generated id, so a name from a
 * client is never part of a path. A resumable upload also has an info file (`<id>.json`). When it is complete, a row of
 * storage.objects names the id as its version, and the file stays in place. The row is created last and deleted first,
 * so a file without a row is garbage, and a row without a file does not occur.
 */
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { tooLarge } from "./errors.ts";

/** Pending uploads expire after a day, as hosted. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Bytes that one write takes. A write for each chunk of the network would cost as much as receiving it. */
const WRITE_BYTES = 1_048_576;

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
export const isId = (text: string): boolean => ID.test(text);

export interface OpenedFile {
  /** In bytes. */
  readonly size: number;
  /** Streams the bytes from `first` to `last`, both included, and then closes the file. */
  stream(first: number, last: number): Readable;
  close(): Promise<void>;
}

export type ByteStore = Awaited<ReturnType<typeof openByteStore>>;

export async function openByteStore(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = (id: string) => {
    if (!isId(id)) throw new Error("Invalid id.");
    return join(folder, id);
  };

  const remove = async (id: string): Promise<void> => {
    await Promise.all([rm(path(id), { force: true }), rm(`${path(id)}.json`, { force: true })]);
  };

  /** Streams into an existing file from an offset. @returns the offset after the last byte */
  const append = async (id: string, source: AsyncIterable<Uint8Array>, offset: number): Promise<number> => {
    const file = await open(path(id), "r+");
    let at = offset;
    let batch: Uint8Array[] = [];
    let size = 0;
    /** The batch before, which is written while the next is received. */
    let writing = Promise.resolve();
    const writeBatch = async (): Promise<void> => {
      const [chunks, length] = [batch, size];
      [batch, size] = [[], 0];
      let { bytesWritten } = await file.writev(chunks, at);
      // The system may write a part only.
      for (const rest = Buffer.concat(bytesWritten < length ? chunks : []); bytesWritten < length; )
        bytesWritten += (await file.write(rest, bytesWritten, length - bytesWritten, at + bytesWritten)).bytesWritten;
      at += length;
    };
    try {
      for await (const chunk of source) {
        batch.push(chunk);
        size += chunk.length;
        if (size < WRITE_BYTES) continue;
        await writing;
        writing = writeBatch();
        // Reported by the next `await`.
        writing.catch(() => {});
      }
    } finally {
      // Also the bytes before a lost connection, so that the client sends them once.
      await writing.then(writeBatch).finally(() => {
        // `settle` then waits for the last part of an upload only, and reports errors.
        void file.datasync().then(
          () => file.close(),
          () => file.close(),
        );
      });
    }
    return at;
  };

  /** Waits until the file is on the disk. */
  const flush = async (id: string): Promise<void> => {
    const file = await open(path(id), "r+");
    await file.datasync().finally(() => file.close());
  };

  return {
    folder,
    append,
    settle: flush,
    /** Deletes the files of an id, if they exist. */
    remove,
    /** Deletes the bytes of a row's version. The version of a row that was inserted by SQL may name no bytes. */
    removeVersion: async (version: string): Promise<void> => {
      if (isId(version)) await remove(version);
    },

    /**
     * Creates a file and flushes it to the disk. Leaves no file when it throws.
     * @param limit maximum bytes
     * @returns the size in bytes
     */
    write: async (id: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<number> => {
      async function* limited() {
        let size = 0;
        for await (const chunk of source) {
          size += chunk.length;
          if (size > limit) throw tooLarge();
          yield chunk;
        }
      }
      try {
        await (await open(path(id), "wx")).close();
        const size = await append(id, limited(), 0);
        await flush(id);
        return size;
      } catch (error) {
        await remove(id);
        throw error;
      }
    },

    /** Returns null for a missing file. An open file stays readable after its deletion. */
    read: async (id: string): Promise<OpenedFile | null> => {
      if (!isId(id)) return null;
      const file = await open(path(id), "r").catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      });
      if (file === null) return null;
      return {
        size: (await file.stat()).size,
        stream: (first, last) => file.createReadStream({ start: first, end: last }),
        close: () => file.close(),
      };
    },

    /**
     * Deletes files that neither a row nor a pending upload uses. Must not run during writes.
     * @param named versions of all objects
     */
    removeOrphans: async (named: ReadonlySet<string>): Promise<void> => {
      const files = await readdir(folder);
      const young = new Set<string>();
      for (const file of files.filter((name) => name.endsWith(".json"))) {
        const age = Date.now() - (await stat(join(folder, file))).mtimeMs;
        if (age < UPLOAD_LIFETIME_MS) young.add(file.replace(/\.json$/u, ""));
        else await rm(join(folder, file));
      }
      for (const id of files.filter(isId)) if (!named.has(id) && !young.has(id)) await remove(id);
    },
  };
}
