/** Which address does what. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { readRequest } from "../http.ts";
import type { Caller } from "../jwtClaims.ts";
import { SERVICE } from "../keys.ts";
import type { Bytes } from "./bytes.ts";
import { sendObject } from "./download.ts";
import { accessDenied, invalidKey, invalidRequest, noSuchKey, sendJson } from "./errors.ts";
import { type Place, placeOf } from "./names.ts";
import type { Objects, StoredObject } from "./objects.ts";
import type { Signer } from "./signing.ts";
import { UPLOADS, type Uploads } from "./tus.ts";
import { eTagOf, uploadObject } from "./upload.ts";

interface Parts {
  readonly objects: Objects;
  readonly bytes: Bytes;
  readonly signer: Signer;
  readonly uploads: Uploads;
  /** Bytes of any object. */
  readonly limit: number;
}

type Route = (req: IncomingMessage, res: ServerResponse, caller: Caller | null) => Promise<void>;

const OBJECT = "/storage/v1/object/";
/** What hosted keeps under these is not here, and no bucket of such a name can be reached, as there. */
const RESERVED = new Set(["public", "list", "list-v2", "upload", "move", "copy"]);

const signing = z.object({ expiresIn: z.int().positive() });
const signingMany = signing.extend({ paths: z.array(z.string()).min(1).max(1000) });
const removing = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** Reading by a signed address, which is all that needs no caller. */
export const isSignedRead = ({ method, url = "" }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && url.startsWith(`${OBJECT}sign/`);

/** The path below `object/`, decoded; not by URL, which would resolve dots. Throws a refusal. */
function pathOf(url: string): { path: string; query: URLSearchParams } {
  const [path = "", ...query] = url.slice(OBJECT.length).split("?");
  try {
    return { path: decodeURIComponent(path), query: new URLSearchParams(query.join("?")) };
  } catch {
    throw invalidKey(path);
  }
}

export function routesOf({ objects, bytes, signer, uploads, limit }: Parts): Route {
  /** Throws a refusal where it is not there for the caller. */
  const find = async (caller: Caller, { bucket, name }: Place): Promise<StoredObject> => {
    await objects.bucket(bucket);
    const [object] = await objects.find(caller, bucket, [name]);
    if (object === undefined) throw noSuchKey();
    return object;
  };
  const signed = async (place: Place, life: number) =>
    `/object/sign/${place.bucket}/${place.name}?token=${await signer.sign(place, life)}`;

  const readSigned = async (req: IncomingMessage, res: ServerResponse, place: Place, query: URLSearchParams) => {
    const expires = await signer.verify(query.get("token") ?? "", place);
    await sendObject(req, res, bytes, await find(SERVICE, place), { download: query.get("download"), expires });
  };

  const signMany = async (req: IncomingMessage, res: ServerResponse, caller: Caller, bucket: string) => {
    const { expiresIn, paths } = await bodyOf(req, signingMany);
    const seen = new Set((await objects.find(caller, bucket, paths)).map(({ name }) => name));
    const answers = paths.map(async (path) =>
      seen.has(path)
        ? { path, error: null, signedURL: await signed({ bucket, name: path }, expiresIn) }
        : { path, error: "Either the object does not exist or you do not have access to it", signedURL: null },
    );
    sendJson(res, 200, await Promise.all(answers));
  };

  const remove = async (caller: Caller, bucket: string, names: readonly string[]) => {
    const rows = await objects.remove(caller, bucket, names);
    for (const { version } of rows) if (typeof version === "string") await bytes.removeOf(version);
    return rows;
  };

  return async (req, res, caller) => {
    const { method = "", url = "" } = req;
    if (!url.startsWith(OBJECT)) {
      const resumable = ["POST", "HEAD", "PATCH", "DELETE"].includes(method) && isUploads(url);
      if (caller !== null && resumable) return await uploads.handle(req, res, caller);
      return notHere(req, res);
    }
    const { path, query } = pathOf(url);
    const [first = "", ...others] = path.split("/");
    if (first === "sign") {
      const [bucket = "", ...names] = others;
      if (method === "POST" && names.length === 0 && caller) return await signMany(req, res, caller, bucket);
      const place = placeOf(bucket, names.join("/"));
      if (isSignedRead(req)) return await readSigned(req, res, place, query);
      if (method !== "POST" || caller === null) return notHere(req, res);
      const { expiresIn } = await bodyOf(req, signing);
      await find(caller, place);
      return sendJson(res, 200, { signedURL: await signed(place, expiresIn) });
    }
    if (RESERVED.has(first)) return notHere(req, res);
    if (caller === null) throw accessDenied("A token is needed.");

    const below = first === "authenticated" || first === "info";
    const [bucket = "", ...names] = below ? others : [first, ...others];
    if (method === "DELETE" && !below && names.length === 0) {
      const { prefixes } = await bodyOf(req, removing);
      return sendJson(res, 200, await remove(caller, bucket, prefixes));
    }
    const place = placeOf(bucket, names.join("/"));
    if (first === "info" && method === "GET") return sendJson(res, 200, infoOf(bucket, await find(caller, place)));
    if (first !== "info" && (method === "GET" || method === "HEAD")) {
      const wishes = { download: query.get("download"), expires: null };
      return await sendObject(req, res, bytes, await find(caller, place), wishes);
    }
    if (below) return notHere(req, res);
    if (method === "DELETE") {
      if ((await remove(caller, bucket, [place.name])).length === 0) throw noSuchKey();
      return sendJson(res, 200, { message: "Successfully deleted" });
    }
    if (method !== "POST" && method !== "PUT") return notHere(req, res);
    const upsert = method === "PUT" || req.headers["x-upsert"] === "true";
    const id = await uploadObject(objects, bytes, limit, { req, caller, place, upsert });
    sendJson(res, 200, { Id: id, Key: `${place.bucket}/${place.name}` });
  };
}

/** What is told of an object without its bytes. */
const infoOf = (bucket: string, { metadata, ...object }: StoredObject) => ({
  id: object.id,
  name: object.name,
  version: object.version,
  bucket_id: bucket,
  size: metadata?.size ?? null,
  content_type: metadata?.mimetype ?? null,
  cache_control: metadata?.cacheControl ?? null,
  etag: eTagOf(object.version ?? ""),
  metadata: object.user_metadata,
  last_modified: object.updated_at,
  created_at: object.created_at,
});

const isUploads = (url: string) => url === UPLOADS || url.startsWith(`${UPLOADS}/`) || url.startsWith(`${UPLOADS}?`);

/** Throws a refusal where it is not what it should be. */
async function bodyOf<T>(req: IncomingMessage, shape: z.ZodType<T>): Promise<T> {
  const text = await (await readRequest(req)).text();
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw invalidRequest("The body is no JSON.");
  }
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(`body/${issue?.path.join("/") ?? ""} ${issue?.message ?? "is wrong"}`);
}

function notHere({ method, url = "" }: IncomingMessage, res: ServerResponse): void {
  const message = `Route ${method}:${url.split("?")[0]} not found`;
  sendJson(res, 404, { statusCode: "404", error: "Not Found", message });
}
