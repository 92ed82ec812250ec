/** Helpers that offer a file, upload it as Storage does for its caller, and share it. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { FILES_BUCKET, fileUploadOffer } from "#contracts/files.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { foundLines } from "#contracts/recap.ts";
import type { CallMember, Person } from "./fixtures.ts";
import {
  type Argument,
  type DatabaseCaller,
  emptyResult,
  service,
  type TestDatabase,
  toParameters,
} from "./testDatabase.ts";

const readableFiles = z.array(z.object({ id: z.guid(), path: z.string(), name: z.string(), type: z.string() }));

interface UploadedBytes {
  bytes?: number;
  /** The length that the upload declares; the bytes by default. */
  declared?: number;
  type?: string;
  bucket?: string;
  /** Whether the edge function found that the bytes fit the type. True by default. */
  checked?: boolean;
  /** The beginning of a text file. */
  contents?: string;
}

export const fileActions = (db: TestDatabase) => {
  const PDF = { name: "plan.pdf", type: "application/pdf", bytes: 1_000 };

  const offer = async (who: CallMember, { id = randomUUID(), ...more }: Record<string, Argument> = {}) =>
    (
      await db.rpc(
        who,
        "offer_file",
        { p_file_id: id, p_call_id: who.call, ...toParameters({ ...PDF, ...more }) },
        fileUploadOffer,
      )
    ).path;
  const withdraw = (who: DatabaseCaller, id: string) => db.rpc(who, "withdraw_file", { p_file_id: id }, emptyResult);
  const share = (who: DatabaseCaller, id: string, language: string | null = "es") =>
    db.rpc(who, "share_file", { p_file_id: id, p_language: language }, lineShape);
  const filed = (who: DatabaseCaller, call: string) => db.rpc(who, "lines_with_files", { p_call_id: call }, foundLines);

  /** Inserts the row that Storage creates with the uploader's rights. */
  const upload = async (
    who: Person,
    path: string,
    {
      bytes = PDF.bytes,
      declared,
      type = PDF.type,
      bucket = FILES_BUCKET,
      checked = true,
      contents,
    }: UploadedBytes = {},
  ) => {
    const version = randomUUID();
    await db.as(who, async (sql) => {
      const metadata = sql.json({ size: bytes, contentLength: declared ?? bytes, mimetype: type });
      await sql`
        insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
        values (${bucket}, ${path}, ${who.id}, ${who.id}, ${version}, ${metadata})`;
    });
    if (checked) await approve(path.split("/").at(-1) ?? "", version, contents);
  };
  const approve = (id: string, version: string, contents: string | null = null) =>
    db.rpc(service, "approve_file", { p_file_id: id, p_version: version, p_contents: contents }, emptyResult);
  /** Removes as Storage does and returns the number of rows that the caller may remove. */
  const removeBytes = (who: DatabaseCaller, path: string) =>
    db.as(who, async (sql) => {
      await sql`select set_config('storage.allow_delete_query', 'true', true)`;
      return (await sql`delete from storage.objects where bucket_id = ${FILES_BUCKET} and name = ${path}`).count;
    });
  /** Returns the paths that the caller may have signed. */
  const readable = async (who: DatabaseCaller, ids: readonly string[]) =>
    (await db.rpc(who, "readable_files", { p_file_ids: [...ids] }, readableFiles)).map(({ path }) => path);
  const mayRead = async (who: DatabaseCaller, id: string) => (await readable(who, [id])).length === 1;
  /** Returns the paths that the caller may have removed. */
  const removable = (who: DatabaseCaller, ids: readonly string[]) =>
    db.rpc(who, "removable_files", { p_file_ids: [...ids] }, z.array(z.string()));

  /** Offers, uploads and shares a file. */
  async function shareUploaded(who: CallMember, more: { id?: string; name?: string } = {}) {
    const id = more.id ?? randomUUID();
    const path = await offer(who, { ...more, id });
    await upload(who, path);
    return { path, line: await share(who, id) };
  }
  return {
    ...{
      PDF,
      offer,
      withdraw,
      share,
      filed,
      upload,
      approve,
      removeBytes,
      readable,
      mayRead,
      removable,
      shareUploaded,
    },
  };
};
