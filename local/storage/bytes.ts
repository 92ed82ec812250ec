/**
 * The bytes of objects and of uploads under way, in one folder, each file named by an id of our own: no name that anybody
 * gives is ever part of a path. A resumable upload has its notes beside it (`<id>.json`); when it is complete, a row of
 * storage.objects names the id as its version, and the file stays where it is. The row is always made last and goes first:
 * a file without one is litter, never the other way round.
 */
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { tooLarge } from "./errors.ts";

/** How long an upload may take: a day, as hosted. Milliseconds. */
export const UPLOAD_LIFE = 24 * 60 * 60 * 1000;

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
export const isId = (text: string): boolean => ID.test(text);

export interface Opened {
  /** Bytes. */
  readonly size: number;
  /** From the first to the last of them, both counted; ends the opening. */
  stream(first: number, last: number): Readable;
  close(): Promise<void>;
}

export type Bytes = Awaited<ReturnType<typeof openBytes>>;

export async function openBytes(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = (id: string) => {
    if (!isId(id)) throw new Error("Bytes have no such id.");
    return join(folder, id);
  };

  const remove = async (id: string): Promise<void> => {
    await Promise.all([rm(path(id), { force: true }), rm(`${path(id)}.json`, { force: true })]);
  };

  /** Writes at an offset of a file that is there, as the bytes come. @returns where it ended */
  const append = async (id: string, source: AsyncIterable<Uint8Array>, offset: number): Promise<number> => {
    const file = await open(path(id), "r+");
    try {
      let at = offset;
      for await (const chunk of source) {
        for (let written = 0; written < chunk.length; ) {
          const { bytesWritten } = await file.write(chunk, written, chunk.length - written, at);
          written += bytesWritten;
          at += bytesWritten;
        }
      }
      return at;
    } finally {
      await file.close();
    }
  };

  /** Until the disk has it. */
  const settle = async (id: string): Promise<void> => {
    const file = await open(path(id), "r+");
    await file.datasync().finally(() => file.close());
  };

  return {
    folder,
    append,
    settle,
    /** Harmless where nothing is. */
    remove,
    /** Of a row's version: one that was made by SQL may name no bytes. */
    removeOf: async (version: string): Promise<void> => {
      if (isId(version)) await remove(version);
    },

    /**
     * A new file, on the disk when this returns; none when it throws.
     * @param limit bytes; more are refused
     * @returns its size
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
        await settle(id);
        return size;
      } catch (error) {
        await remove(id);
        throw error;
      }
    },

    /** Null where there are none. What is open stays readable when it is removed meanwhile. */
    read: async (id: string): Promise<Opened | null> => {
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
     * Removes what no row names and no upload may still go on with. Only while nothing is being written.
     * @param named versions of all objects
     */
    sweep: async (named: ReadonlySet<string>): Promise<void> => {
      const files = await readdir(folder);
      const young = new Set<string>();
      for (const file of files.filter((name) => name.endsWith(".json"))) {
        const age = Date.now() - (await stat(join(folder, file))).mtimeMs;
        if (age < UPLOAD_LIFE) young.add(file.replace(/\.json$/u, ""));
        else await rm(join(folder, file));
      }
      for (const id of files.filter(isId)) if (!named.has(id) && !young.has(id)) await remove(id);
    },
  };
}
