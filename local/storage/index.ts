/** `/storage/v1`: objects in buckets, with policies that decide. Everything outside sees only the interface `Storage`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type postgres from "postgres";
import * as z from "zod";
import { diskFullMessage, isDiskFullError } from "../dataFolder.ts";
import { TooLarge } from "../http.ts";
import type { Caller } from "../jwtClaims.ts";
import { openBytes } from "./bytes.ts";
import { accessDenied, internalError, refusalOf, sendRefusal, tooLarge } from "./errors.ts";
import { isSignedRead, routesOf } from "./http.ts";
import { openObjects } from "./objects.ts";
import { loadSigner } from "./signing.ts";
import { resumableUploads, UPLOADS } from "./tus.ts";

export interface Storage {
  /** What needs neither key nor token: a signed address, and what the server can do. Answers nothing else. */
  isOpen(req: IncomingMessage): boolean;
  /** @param caller whom the gateway has verified; null for what is open */
  handle(req: IncomingMessage, res: ServerResponse, caller: Caller | null): Promise<void>;
  /** Answers who brought a token that is not good, in Storage's own words. */
  refuseToken(res: ServerResponse, fault: Response): Promise<void>;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Role `authenticator`. */
  url: string;
  /** Superuser, to read what the start needs. */
  admin: postgres.Sql;
  /** Data folder; the bytes live in its `storage/`. */
  data: string;
  /** Bytes of any object at most. */
  limit: number;
  log(line: string): void;
}

const faultShape = z.object({ message: z.string() });

/** Removes what a former run left half-made. */
export async function startStorage({ url, admin, data, limit, log }: StorageOptions): Promise<Storage> {
  const folder = join(data, "storage");
  const bytes = await openBytes(join(folder, "bytes"));
  const signer = await loadSigner(folder);
  const objects = await openObjects(url, admin);
  await bytes.sweep(await objects.versions());

  const unforeseen = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    log(isDiskFullError(text) ? diskFullMessage(data) : `storage: ${error instanceof Error ? error.name : "unknown"}`);
  };
  const uploads = resumableUploads(objects, bytes, limit, unforeseen);
  const route = routesOf({ objects, bytes, signer, uploads, limit });

  return {
    isOpen: (req) => isSignedRead(req) || isQuestion(req),
    handle: async (req, res, caller) => {
      if (isQuestion(req)) return await uploads.tell(req, res);
      try {
        await route(req, res, caller);
      } catch (error) {
        // Who went away in the middle of a body needs no answer.
        if (req.destroyed && !req.complete) return void res.destroy();
        const refusal = error instanceof TooLarge ? tooLarge() : refusalOf(error);
        if (refusal === null) unforeseen(error);
        if (res.headersSent) res.destroy();
        else sendRefusal(res, refusal ?? internalError());
      } finally {
        // What is left of a body that was begun to be read would stand before the connection's next request.
        req.resume();
      }
    },
    refuseToken: async (res, fault) => {
      const { message } = faultShape.parse(await fault.json());
      sendRefusal(res, accessDenied(message));
    },
    close: () => objects.close(),
  };
}

/** A client asks what uploads can do; a browser's question before a request is the gateway's. */
const isQuestion = (req: IncomingMessage): boolean =>
  req.method === "OPTIONS" &&
  req.headers["access-control-request-method"] === undefined &&
  (req.url ?? "").startsWith(UPLOADS);
