/**
 * Resumable uploads by the tus protocol. An upload belongs to who began it: its address opens nothing to others. Before
 * its first byte, and before each further part, the policies are asked by a trial; when the last byte has come, the row is
 * made as the caller, who may have lost the right meanwhile.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { ERRORS, Server, type ServerOptions, type Upload } from "@tus/server";
import * as z from "zod";
import type { Caller } from "../jwtClaims.ts";
import { type Bytes, isId, UPLOAD_LIFE } from "./bytes.ts";
import { accessDenied, internalError, invalidRequest, refusalOf } from "./errors.ts";
import { cacheControlOf, checkMimeType, DEFAULT_MIME_TYPE, type Place, placeOf } from "./names.ts";
import type { Objects } from "./objects.ts";
import { metadataOf, userMetadataOf } from "./upload.ts";

export const UPLOADS = "/storage/v1/upload/resumable";

type Hooked = Parameters<NonNullable<ServerOptions["onIncomingRequest"]>>[0];

/** What the client says of an upload, and what we note beside it. */
const notesShape = z.object({
  bucketName: z.string(),
  objectName: z.string(),
  contentType: z.string().nullish(),
  cacheControl: z.string().nullish(),
  metadata: z.string().nullish(),
  /** Who began it. Ours, whatever the client says. */
  owner: z.string().nullish(),
});
type Notes = z.infer<typeof notesShape>;

interface Asking {
  readonly caller: Caller;
  readonly upsert: boolean;
  /** Of the upload that this request begins. */
  notes?: Notes;
}

export interface Uploads {
  handle(req: IncomingMessage, res: ServerResponse, caller: Caller): Promise<void>;
  /** What this server can do; for everyone. */
  tell(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** @param limit bytes of any object */
export function resumableUploads(
  objects: Objects,
  bytes: Bytes,
  limit: number,
  unforeseen: (error: unknown) => void,
): Uploads {
  const asking = new WeakMap<object, Asking>();
  const askingOf = (request: Hooked): Asking => {
    const found = asking.get(request.runtime?.node?.req ?? request);
    if (found === undefined) throw new Error("An upload without a caller.");
    return found;
  };
  const store = new Files(bytes);
  /** Uploads whose row is being made: two requests may see the same last byte. */
  const finishing = new Map<string, Promise<void>>();

  const draftOf = (version: string, notes: Notes, length: number | null) => ({
    version,
    metadata: { mimetype: notes.contentType ?? DEFAULT_MIME_TYPE, contentLength: length },
    userMetadata: userMetadataOf(notes.metadata),
  });

  const makeRow = async ({ caller, upsert }: Asking, id: string, size: number, notes: Notes) => {
    if (await objects.isNamed(id)) return;
    try {
      await bytes.settle(id);
      const metadata = metadataOf(id, size, notes.contentType ?? DEFAULT_MIME_TYPE, notes.cacheControl ?? "no-cache");
      const { replaced } = await objects.put(caller, place(notes), { ...draftOf(id, notes, size), metadata }, upsert);
      if (replaced !== null) await bytes.removeOf(replaced);
    } catch (error) {
      // Refused for good. What merely failed is made up for when the client asks how far it came.
      const refusal = refusalOf(error);
      if (refusal !== null && refusal.reason.status < 500) await bytes.remove(id);
      throw error;
    }
  };
  const finish = async (by: Asking, id: string, size: number, notes: Notes): Promise<void> => {
    const running = finishing.get(id) ?? makeRow(by, id, size, notes).finally(() => finishing.delete(id));
    finishing.set(id, running);
    await running;
  };

  const server = new Server({
    path: UPLOADS,
    datastore: store,
    allowedHeaders: ["ApiKey", "X-Upsert"],
    exposedHeaders: ["Upload-Expires", "Tus-Complete"],
    disableTerminationForFinishedUploads: true,
    // A client that lost its connection comes back before we know that it did.
    lockDrainTimeout: 500,

    namingFunction: (request, metadata) => {
      const notes = notesShape.safeParse(metadata);
      if (!notes.success) throw invalidRequest("Metadata header is required");
      place(notes.data);
      askingOf(request).notes = notes.data;
      return randomUUID();
    },
    getFileIdFromRequest: (_request, last) => (last !== undefined && isId(last) ? last : undefined),

    maxSize: async (request, id) => {
      // Asked without an upload by OPTIONS.
      if (id === null) return limit;
      const notes = askingOf(request).notes ?? notesOf(await store.getUpload(id));
      const bucket = await objects.bucket(notes.bucketName);
      return Math.min(limit, bucket.file_size_limit ?? limit);
    },

    onIncomingRequest: async (request, id) => {
      const by = askingOf(request);
      if (by.notes !== undefined) return;
      const upload = await store.getUpload(id);
      const notes = notesOf(upload);
      if (notes.owner !== ownerOf(by.caller)) throw accessDenied("Access denied");
      if (request.method === "PATCH") {
        await objects.mayPut(by.caller, place(notes), draftOf(id, notes, upload.size ?? null), by.upsert);
      }
      // Its last byte came, and then something happened before the row was made.
      if (request.method === "HEAD" && upload.size === upload.offset) await finish(by, id, upload.offset, notes);
    },

    onUploadCreate: async (request, upload) => {
      const by = askingOf(request);
      const given = notesOf(upload);
      const bucket = await objects.bucket(given.bucketName);
      checkMimeType(given.contentType ?? DEFAULT_MIME_TYPE, bucket.allowed_mime_types);
      await objects.mayPut(by.caller, place(given), draftOf(upload.id, given, upload.size ?? null), by.upsert);
      const cacheControl = cacheControlOf(given.cacheControl);
      return { metadata: { ...upload.metadata, cacheControl, owner: ownerOf(by.caller) } };
    },

    onUploadFinish: async (request, upload) => {
      await finish(askingOf(request), upload.id, upload.size ?? upload.offset, notesOf(upload));
      return { headers: { "Tus-Complete": "1" } };
    },

    onResponseError: (_request, error) => {
      if ("status_code" in error) return error;
      const refusal = refusalOf(error);
      if (refusal === null) unforeseen(error);
      const { status, message } = (refusal ?? internalError()).reason;
      return { status_code: status, body: message };
    },
  });

  return {
    handle: async (req, res, caller) => {
      asking.set(req, { caller, upsert: req.headers["x-upsert"] === "true" });
      await server.handle(req, res);
    },
    tell: (req, res) => server.handle(req, res),
  };
}

/** The library's store over our folder: its notes and its names, our writing. */
class Files extends FileStore {
  readonly #bytes: Bytes;

  constructor(bytes: Bytes) {
    super({ directory: bytes.folder, expirationPeriodInMilliseconds: UPLOAD_LIFE });
    this.#bytes = bytes;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    // Else the library sees its own stream destroyed, and takes a full disk for a client that went away.
    return await this.#bytes.append(id, source.iterator({ destroyOnReturn: false }), offset);
  }
}

const place = ({ bucketName, objectName }: Notes): Place => placeOf(bucketName, objectName);
const ownerOf = ({ role, claims }: Caller): string => claims.sub ?? role;

function notesOf({ metadata }: Upload): Notes {
  const notes = notesShape.safeParse(metadata);
  if (!notes.success) throw ERRORS.FILE_NOT_FOUND;
  return notes.data;
}
