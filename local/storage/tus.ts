/**
 * Resumable uploads by the tus protocol. As hosted, policies are checked before the first byte and before each further
 * part. The row is stored after the last part, without another check, in place of a row of the same name. So an upload
 * belongs to everybody who may upload its name, and its offset is no secret (supabase/storage,
 * `src/http/routes/tus/lifecycle.ts`: `onIncomingRequest`, `onUploadFinish`).
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { ERRORS, Server, type ServerOptions, type Upload } from "@tus/server";
import * as z from "zod";
import type { Caller } from "../jwtClaims.ts";
import { type ByteStore, isId, UPLOAD_LIFETIME_MS } from "./bytes.ts";
import { internalError, invalidRequest, toStorageError } from "./errors.ts";
import { cacheControlOf, checkMimeType, DEFAULT_MIME_TYPE, type ObjectPath, parseObjectPath } from "./names.ts";
import type { Objects } from "./objects.ts";
import { metadataOf, userMetadataOf } from "./upload.ts";

export const UPLOADS_PATH = "/storage/v1/upload/resumable";

type HookRequest = Parameters<NonNullable<ServerOptions["onIncomingRequest"]>>[0];

/** The client's metadata of an upload. */
const uploadInfo = z.object({
  bucketName: z.string(),
  objectName: z.string(),
  contentType: z.string().nullish(),
  cacheControl: z.string().nullish(),
  metadata: z.string().nullish(),
});
type UploadInfo = z.infer<typeof uploadInfo>;

interface UploadContext {
  readonly caller: Caller;
  readonly upsert: boolean;
  /** Set when this request creates the upload. */
  info?: UploadInfo;
}

export interface Uploads {
  handle(req: IncomingMessage, res: ServerResponse, caller: Caller): Promise<void>;
  /** Sends the tus capabilities. Needs no caller. */
  sendCapabilities(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** @param limit maximum bytes of any object */
export function resumableUploads(
  objects: Objects,
  bytes: ByteStore,
  limit: number,
  logUnexpected: (error: unknown) => void,
): Uploads {
  const contexts = new WeakMap<object, UploadContext>();
  const contextOf = (request: HookRequest): UploadContext => {
    const found = contexts.get(request.runtime?.node?.req ?? request);
    if (found === undefined) throw new Error("The upload has no caller.");
    return found;
  };
  const store = new ByteFileStore(bytes);
  /** Uploads whose row is being inserted. Two requests may see the same last byte. */
  const finishing = new Map<string, Promise<void>>();

  const draftOf = (version: string, notes: UploadInfo, length: number | null) => ({
    version,
    metadata: { mimetype: notes.contentType ?? DEFAULT_MIME_TYPE, contentLength: length },
    userMetadata: userMetadataOf(notes.metadata),
  });

  const createRow = async ({ caller }: UploadContext, id: string, size: number, notes: UploadInfo) => {
    if (await objects.isNamed(id)) return;
    try {
      await bytes.settle(id);
      const metadata = metadataOf(id, size, notes.contentType ?? DEFAULT_MIME_TYPE, notes.cacheControl ?? "no-cache");
      const { replaced } = await objects.complete(caller, objectPathOf(notes), {
        ...draftOf(id, notes, size),
        metadata,
      });
      if (replaced !== null) await bytes.removeVersion(replaced);
    } catch (error) {
      // A rejection is final. After any other failure, the client's next HEAD request retries.
      const known = toStorageError(error);
      if (known !== null && known.reason.status < 500) await bytes.remove(id);
      throw error;
    }
  };
  const finish = async (by: UploadContext, id: string, size: number, notes: UploadInfo): Promise<void> => {
    const running = finishing.get(id) ?? createRow(by, id, size, notes).finally(() => finishing.delete(id));
    finishing.set(id, running);
    await running;
  };

  const server = new Server({
    path: UPLOADS_PATH,
    datastore: store,
    allowedHeaders: ["ApiKey", "X-Upsert"],
    exposedHeaders: ["Upload-Expires", "Tus-Complete"],
    // A client may reconnect before the server notices the lost connection.
    lockDrainTimeout: 500,

    namingFunction: (request, metadata) => {
      const notes = uploadInfo.safeParse(metadata);
      if (!notes.success) throw invalidRequest("Metadata header is required");
      objectPathOf(notes.data);
      contextOf(request).info = notes.data;
      return randomUUID();
    },
    getFileIdFromRequest: (_request, last) => (last !== undefined && isId(last) ? last : undefined),

    maxSize: async (request, id) => {
      // OPTIONS has no upload.
      if (id === null) return limit;
      const notes = contextOf(request).info ?? infoOf(await store.getUpload(id));
      const bucket = await objects.bucket(notes.bucketName);
      return Math.min(limit, bucket.file_size_limit ?? limit);
    },

    onIncomingRequest: async (request, id) => {
      const by = contextOf(request);
      if (by.info !== undefined) return;
      const upload = await store.getUpload(id);
      const notes = infoOf(upload);
      const check = () =>
        objects.checkPut(by.caller, objectPathOf(notes), draftOf(id, notes, upload.size ?? null), by.upsert);
      if (request.method !== "HEAD") return await check();
      // All bytes have arrived, but inserting the row was interrupted.
      if (upload.size !== upload.offset || (await objects.isNamed(id))) return;
      const mayFinish = await check().then(
        () => true,
        () => false,
      );
      if (mayFinish) await finish(by, id, upload.offset, notes);
    },

    onUploadCreate: async (request, upload) => {
      const by = contextOf(request);
      const given = infoOf(upload);
      const bucket = await objects.bucket(given.bucketName);
      // As hosted (`onCreate`), an upload without a type is not compared.
      if (given.contentType) checkMimeType(given.contentType, bucket.allowed_mime_types);
      await objects.checkPut(by.caller, objectPathOf(given), draftOf(upload.id, given, upload.size ?? null), by.upsert);
      const cacheControl = cacheControlOf(given.cacheControl);
      return { metadata: { ...upload.metadata, cacheControl } };
    },

    onUploadFinish: async (request, upload) => {
      await finish(contextOf(request), upload.id, upload.size ?? upload.offset, infoOf(upload));
      return { headers: { "Tus-Complete": "1" } };
    },

    onResponseError: (_request, error) => {
      if ("status_code" in error) return error;
      const known = toStorageError(error);
      if (known === null) logUnexpected(error);
      const { status, message } = (known ?? internalError()).reason;
      return { status_code: status, body: message };
    },
  });

  return {
    handle: async (req, res, caller) => {
      contexts.set(req, { caller, upsert: req.headers["x-upsert"] === "true" });
      avoidCopies(req);
      await server.handle(req, res);
    },
    sendCapabilities: (req, res) => server.handle(req, res),
  };
}

/** Chunks of 64 KB that wait between the network and the disk. */
const WAITING_CHUNKS = 8;

/**
 * The library reads the body as a web stream, for which Node copies each chunk unless the stream is one of objects. The copies
 * would double the time of an upload, most of it for the garbage collector. Streams of objects count chunks instead of bytes.
 */
function avoidCopies(req: IncomingMessage): void {
  Object.defineProperties(req, {
    readableObjectMode: { value: true },
    readableHighWaterMark: { value: WAITING_CHUNKS },
  });
}

/** The library's store on our folder, with its info files and our writes. */
class ByteFileStore extends FileStore {
  readonly #bytes: ByteStore;

  constructor(bytes: ByteStore) {
    super({ directory: bytes.folder, expirationPeriodInMilliseconds: UPLOAD_LIFETIME_MS });
    this.#bytes = bytes;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    // Otherwise the library sees its own stream destroyed and mistakes a full disk for a disconnected client.
    return await this.#bytes.append(id, source.iterator({ destroyOnReturn: false }), offset);
  }
}

const objectPathOf = ({ bucketName, objectName }: UploadInfo): ObjectPath => parseObjectPath(bucketName, objectName);

function infoOf({ metadata }: Upload): UploadInfo {
  const notes = uploadInfo.safeParse(metadata);
  if (!notes.success) throw ERRORS.FILE_NOT_FOUND;
  return notes.data;
}
