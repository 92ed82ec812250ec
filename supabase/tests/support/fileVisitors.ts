/** Visitors of a whole stack that offer, upload and share files. */
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { FILES_BUCKET, fileUploadOffer } from "#contracts/files.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { SECRET_KEY } from "../../../local/index.ts";
import { type FunctionStack, inCall, rpc, type Visitor } from "./functionStack.ts";

export const PLAN = new Blob(["a plan"], { type: "text/plain" });

export const fileVisitors = (stack: () => FunctionStack) => {
  const bucketOf = ({ client }: Visitor) => client.storage.from(FILES_BUCKET);

  /** Returns the id of an offered file, and the path for its upload. */
  async function offer(who: Visitor, call: string, { bytes = PLAN.size } = {}) {
    const id = randomUUID();
    const file = { p_file_id: id, p_call_id: call, p_name: "plan.txt", p_type: PLAN.type, p_bytes: bytes };
    return { id, ...(await rpc(who, "offer_file", file, fileUploadOffer)) };
  }

  /** Offers a file and uploads its bytes. */
  async function bring(who: Visitor, call: string) {
    const offered = await offer(who, call);
    const { error } = await bucketOf(who).upload(offered.path, PLAN, { contentType: PLAN.type });
    if (error !== null) throw error;
    return offered;
  }

  const share = (who: Visitor, id: string) => rpc(who, "share_file", { p_file_id: id, p_language: "en" }, lineShape);

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
  return { bucketOf, offer, bring, share, contentOf, scene };
};
