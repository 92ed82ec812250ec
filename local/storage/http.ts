/** The routes of `/storage/v1`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { readRequest } from "../http.ts";
import type { Caller } from "../jwtClaims.ts";
import { SERVICE } from "../keys.ts";
import type { ByteStore } from "./bytes.ts";
import { sendObject } from "./download.ts";
import { accessDenied, invalidKey, invalidRequest, noSuchBucket, noSuchKey, sendJson } from "./errors.ts";
import { type ObjectPath, parseObjectPath } from "./names.ts";
import type { Objects, StoredObject } from "./objects.ts";
import type { Signer } from "./signing.ts";
import { UPLOADS_PATH, type Uploads } from "./tus.ts";
import { eTagOf, uploadObject } from "./upload.ts";

interface RouteDependencies {
  readonly objects: Objects;
  readonly bytes: ByteStore;
  readonly signer: Signer;
  readonly uploads: Uploads;
  /** Maximum bytes of any object. */
  readonly limit: number;
}

type Route = (req: IncomingMessage, res: ServerResponse, caller: Caller | null) => Promise<void>;

const OBJECT_PATH = "/storage/v1/object/";
/** Hosted routes that are not supported. As hosted, no bucket of such a name is reachable. */
const RESERVED = new Set(["list", "list-v2", "upload", "move", "copy"]);

/** As hosted, numbers may arrive as text (Fastify coerces them). */
const expiresIn = z.union([z.int(), z.string().regex(/^\d+$/u).transform(Number)]).pipe(z.int().positive());
const signing = z.object({ expiresIn, transform: z.record(z.string(), z.unknown()).optional() });
const signingMany = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });
const removing = z.object({ prefixes: z.array(z.string()).min(1) });

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** Whether the request reads by a signed URL. */
const isSignedRead = (req: IncomingMessage): boolean =>
  isRead(req) && (req.url ?? "").startsWith(`${OBJECT_PATH}sign/`);

/** Whether the request reads without a caller: by a signed URL, or from a public bucket. */
export const isOpenRead = (req: IncomingMessage): boolean =>
  isSignedRead(req) || (isRead(req) && (req.url ?? "").startsWith(`${OBJECT_PATH}public/`));

/** Returns the decoded path below `object/`. Does not use URL, which would resolve dots. Throws `InvalidKey`. */
function pathOf(url: string): { path: string; query: URLSearchParams } {
  const [path = "", ...query] = url.slice(OBJECT_PATH.length).split("?");
  try {
    return { path: decodeURIComponent(path), query: new URLSearchParams(query.join("?")) };
  } catch {
    throw invalidKey(path);
  }
}

export function createRoutes({ objects, bytes, signer, uploads, limit }: RouteDependencies): Route {
  /** Throws `NoSuchKey` when the caller cannot see the object. */
  const find = async (caller: Caller, { bucket, name }: ObjectPath): Promise<StoredObject> => {
    await objects.bucket(bucket);
    const [object] = await objects.find(caller, bucket, [name]);
    if (object === undefined) throw noSuchKey();
    return object;
  };
  const signedUrl = async (place: ObjectPath, life: number, route = "/object/sign") =>
    `${route}/${place.bucket}/${place.name}?token=${await signer.sign(place, life)}`;

  const readSigned = async (req: IncomingMessage, res: ServerResponse, place: ObjectPath, query: URLSearchParams) => {
    const token = query.get("token");
    if (token === null) throw invalidRequest("querystring must have required property 'token'");
    const expires = await signer.verify(token, place);
    await sendObject(req, res, bytes, await find(SERVICE, place), { download: query.get("download"), expires });
  };

  const signMany = async (req: IncomingMessage, res: ServerResponse, caller: Caller, bucket: string) => {
    const { expiresIn, paths } = await bodyOf(req, signingMany);
    const seen = new Set((await objects.find(caller, bucket, paths)).map(({ name }) => name));
    const results = paths.map(async (path) =>
      seen.has(path)
        ? { path, error: null, signedURL: await signedUrl({ bucket, name: path }, expiresIn) }
        : { path, error: "Either the object does not exist or you do not have access to it", signedURL: null },
    );
    sendJson(res, 200, await Promise.all(results));
  };

  const remove = async (caller: Caller, bucket: string, names: readonly string[]) => {
    const rows = await objects.remove(caller, bucket, names);
    for (const { version } of rows) if (typeof version === "string") await bytes.removeVersion(version);
    return rows;
  };

  return async (req, res, caller) => {
    const { method = "", url = "" } = req;
    if (!url.startsWith(OBJECT_PATH)) {
      const resumable = ["POST", "HEAD", "PATCH", "DELETE"].includes(method) && isResumableUpload(url);
      if (caller !== null && resumable) return await uploads.handle(req, res, caller);
      return sendNotFound(req, res);
    }
    const { path, query } = pathOf(url);
    const [first = "", ...others] = path.split("/");
    if (first === "sign") {
      const [bucket = "", ...names] = others;
      if (method === "POST" && names.length === 0 && caller) return await signMany(req, res, caller, bucket);
      const place = parseObjectPath(bucket, names.join("/"));
      if (isSignedRead(req)) return await readSigned(req, res, place, query);
      if (method !== "POST" || caller === null) return sendNotFound(req, res);
      const { expiresIn, transform } = await bodyOf(req, signing);
      await find(caller, place);
      // Images are not transformed here, so the address leads nowhere instead of to the original.
      const isTransformed = Object.keys(transform ?? {}).length > 0;
      const route = isTransformed ? "/render/image/sign" : "/object/sign";
      return sendJson(res, 200, { signedURL: await signedUrl(place, expiresIn, route) });
    }
    if (first === "public" && isRead(req)) {
      const [bucket = "", ...names] = others;
      const place = parseObjectPath(bucket, names.join("/"));
      // As hosted, a private bucket seems not to exist.
      if (!(await objects.bucket(bucket)).public) throw noSuchBucket();
      const wishes = { download: query.get("download"), expires: null };
      return await sendObject(req, res, bytes, await find(SERVICE, place), wishes);
    }
    if (first === "public" || RESERVED.has(first)) return sendNotFound(req, res);
    if (caller === null) throw accessDenied("A token is required.");

    const isPrefixed = first === "authenticated" || first === "info";
    const [bucket = "", ...names] = isPrefixed ? others : [first, ...others];
    if (method === "DELETE" && !isPrefixed && names.length === 0) {
      const { prefixes } = await bodyOf(req, removing);
      return sendJson(res, 200, await remove(caller, bucket, prefixes));
    }
    const place = parseObjectPath(bucket, names.join("/"));
    if (first === "info" && method === "GET") return sendJson(res, 200, infoOf(bucket, await find(caller, place)));
    if (first !== "info" && (method === "GET" || method === "HEAD")) {
      const wishes = { download: query.get("download"), expires: null };
      return await sendObject(req, res, bytes, await find(caller, place), wishes);
    }
    if (isPrefixed) return sendNotFound(req, res);
    if (method === "DELETE") {
      if ((await remove(caller, bucket, [place.name])).length === 0) {
        await find(SERVICE, place);
        throw accessDenied("Access denied");
      }
      return sendJson(res, 200, { message: "Successfully deleted" });
    }
    if (method !== "POST" && method !== "PUT") return sendNotFound(req, res);
    const upsert = method === "PUT" || req.headers["x-upsert"] === "true";
    const id = await uploadObject(objects, bytes, limit, { req, caller, place, upsert });
    sendJson(res, 200, { Id: id, Key: `${place.bucket}/${place.name}` });
  };
}

/** Returns the public information about an object. */
const infoOf = (bucket: string, { metadata, ...object }: StoredObject) => ({
  id: object.id,
  name: object.name,
  version: object.version,
  bucket_id: bucket,
  size: metadata?.size ?? null,
  content_type: metadata?.mimetype ?? null,
  cache_control: metadata?.cacheControl ?? null,
  etag: eTagOf(object.version ?? ""),
  metadata: object.user_metadata ?? {},
  last_modified: object.updated_at,
  created_at: object.created_at,
});

const isResumableUpload = (url: string) =>
  url === UPLOADS_PATH || url.startsWith(`${UPLOADS_PATH}/`) || url.startsWith(`${UPLOADS_PATH}?`);

/** Returns the validated JSON body. Throws `InvalidRequest`. */
async function bodyOf<T>(req: IncomingMessage, shape: z.ZodType<T>): Promise<T> {
  const text = await (await readRequest(req)).text();
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw invalidRequest("The body is not JSON.");
  }
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(`body/${issue?.path.join("/") ?? ""} ${issue?.message ?? "is invalid"}`);
}

function sendNotFound({ method, url = "" }: IncomingMessage, res: ServerResponse): void {
  const message = `Route ${method}:${url.split("?")[0]} not found`;
  sendJson(res, 404, { statusCode: "404", error: "Not Found", message });
}
