/** `/storage/v1`: objects in buckets, protected by policies, behind the interface `Storage`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type postgres from "postgres";
import * as z from "zod";
import { diskFullMessage, isDiskFullError } from "../dataFolder.ts";
import { BodyTooLargeError } from "../http.ts";
import type { Caller } from "../jwtClaims.ts";
import { openByteStore } from "./bytes.ts";
import { accessDenied, internalError, sendError, tooLarge, toStorageError } from "./errors.ts";
import { createRoutes, isOpenRead } from "./http.ts";
import { openObjects } from "./objects.ts";
import { loadSigner } from "./signing.ts";
import { resumableUploads, UPLOADS_PATH } from "./tus.ts";

export interface Storage {
  /** Whether a request needs neither key nor token: a signed URL, a public bucket, or the capabilities of resumable uploads. */
  isPublic(req: IncomingMessage): boolean;
  /** @param caller verified by the gateway; null for public requests */
  handle(req: IncomingMessage, res: ServerResponse, caller: Caller | null): Promise<void>;
  /** Sends Storage's error for an invalid token. */
  rejectToken(res: ServerResponse, failure: Response): Promise<void>;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Role `authenticator`. */
  url: string;
  /** Superuser, for queries at the start. */
  admin: postgres.Sql;
  /** Data folder. The bytes are in its subfolder `storage/`. */
  data: string;
  /** Maximum bytes of any object. */
  limit: number;
  log(line: string): void;
}

const failureShape = z.object({ message: z.string() });

/** Starts Storage and deletes incomplete files of earlier runs. */
export async function startStorage({ url, admin, data, limit, log }: StorageOptions): Promise<Storage> {
  const folder = join(data, "storage");
  const bytes = await openByteStore(join(folder, "bytes"));
  const signer = await loadSigner(folder);
  const objects = await openObjects(url, admin);
  await bytes.removeOrphans(await objects.versions());

  const logUnexpected = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    log(isDiskFullError(text) ? diskFullMessage(data) : `storage: ${error instanceof Error ? error.name : "unknown"}`);
  };
  const uploads = resumableUploads(objects, bytes, limit, logUnexpected);
  const route = createRoutes({ objects, bytes, signer, uploads, limit });

  return {
    isPublic: (req) => isOpenRead(req) || isCapabilitiesRequest(req),
    handle: async (req, res, caller) => {
      if (isCapabilitiesRequest(req)) return await uploads.sendCapabilities(req, res);
      try {
        await route(req, res, caller);
      } catch (error) {
        // The client closed the connection during the body.
        if (req.destroyed && !req.complete) return void res.destroy();
        const known = error instanceof BodyTooLargeError ? tooLarge() : toStorageError(error);
        if (known === null) logUnexpected(error);
        if (res.headersSent) res.destroy();
        else sendError(res, known ?? internalError());
      } finally {
        // Drains the rest of a partly read body: it would precede the connection's next request.
        req.resume();
      }
    },
    rejectToken: async (res, failure) => {
      const { message } = failureShape.parse(await failure.json());
      sendError(res, accessDenied(message));
    },
    close: () => objects.close(),
  };
}

/** Whether a client requests the tus capabilities. The gateway handles CORS preflights. */
const isCapabilitiesRequest = (req: IncomingMessage): boolean =>
  req.method === "OPTIONS" &&
  req.headers["access-control-request-method"] === undefined &&
  (req.url ?? "").startsWith(UPLOADS_PATH);
