/** Visitors of a whole stack that offer, upload and share files. */
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type * as z from "zod/mini";
import { type FilesRequest, signedFiles } from "#contracts/fileRequests.ts";
import { FILES_BUCKET, fileUploadOffer } from "#contracts/files.ts";
import { type Line, line as lineShape } from "#contracts/lines.ts";
import { functionError } from "#contracts/translate.ts";
import { SECRET_KEY } from "../../../local/index.ts";
import { type FunctionStack, inCall, rpc, type Visitor } from "./functionStack.ts";

export const PLAN = new Blob(["a plan"], { type: "text/plain" });

export const fileVisitors = (stack: () => FunctionStack) => {
  const bucketOf = ({ client }: Visitor) => client.storage.from(FILES_BUCKET);

  /** Returns the id of an offered file, and the path for its upload. */
  async function offer(who: Visitor, call: string, content: Blob = PLAN) {
    const id = randomUUID();
    const file = { p_file_id: id, p_call_id: call, p_name: "plan.txt", p_type: PLAN.type, p_bytes: content.size };
    return { id, ...(await rpc(who, "offer_file", file, fileUploadOffer)) };
  }

  /** Offers a file and uploads its bytes. */
  async function bring(who: Visitor, call: string, content: Blob = PLAN) {
    const offered = await offer(who, call, content);
    const { error } = await bucketOf(who).upload(offered.path, content, { contentType: PLAN.type });
    if (error !== null) throw error;
    return offered;
  }

  /** Calls the edge function `files`. Returns its result, or the code of its error. */
  async function call<T>({ token }: Visitor, body: FilesRequest, shape: z.ZodMiniType<T>): Promise<T | string> {
    const answer: unknown = await (await stack().post("files", token, body)).json();
    const failed = functionError.safeParse(answer);
    return failed.success ? failed.data.error.code : shape.parse(answer);
  }

  async function share(who: Visitor, id: string): Promise<Line> {
    const line = await call(who, { share: { file_id: id, language: "en" } }, lineShape);
    if (typeof line === "string") throw new Error(line);
    return line;
  }

  /** Returns the status and text of a signed address, or the code of an error. */
  async function read(who: Visitor, id: string): Promise<readonly [number, string] | string | null> {
    const files = await call(who, { sign: [id] }, signedFiles);
    if (typeof files === "string") return files;
    if (files[0] === undefined) return null;
    const response = await fetch(`${stack().url}/storage/v1${files[0].address}`);
    return [response.status, await response.text()];
  }

  /** Returns what Storage has at the path, or null. */
  async function contentOf(path: string): Promise<string | null> {
    const service = createClient(stack().url, SECRET_KEY, { auth: { persistSession: false } });
    return (await (await service.storage.from(FILES_BUCKET).download(path)).data?.text()) ?? null;
  }

  /** Creates a meeting of Ana's with Ana in the call. */
  async function scene() {
    const ana = await stack().visitor();
    return { ana, ...(await inCall([[ana, "en"]])) };
  }
  return { bucketOf, offer, bring, call, share, read, contentOf, scene };
};
