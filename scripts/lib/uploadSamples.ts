/**
 * Fills a new local database with files whose bytes are in Storage. Each is offered, uploaded, checked and shared as by a
 * page, so it obeys every rule. Afterwards the files of a call are moved there: nobody can share in a call that has ended.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { FILES_BUCKET, FILES_FUNCTION_PATH, fileUploadOffer } from "#contracts/files.ts";
import { fileType } from "#contracts/fileTypes.ts";
import type { Stack } from "../../local/index.ts";
import { loadKeys } from "../../local/keys.ts";
import { SAMPLE_FILES, type SampleFile } from "./sampleFiles.ts";

/** Long enough for a slow first start of an edge function. */
const TOKEN_LIFETIME_S = 600;

interface SampleOptions {
  readonly stack: Pick<Stack, "url" | "publishableKey" | "databaseUrl">;
  /** Project root, and the data folder of the stack. */
  readonly root: string;
  readonly data: string;
}

/** Uploads the sample files that the database does not have yet. Throws one sentence when a step fails. */
export async function uploadSamples({ stack, root, data }: SampleOptions): Promise<void> {
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    for (const sample of SAMPLE_FILES) {
      const [known] = await sql`select from public.files where id = ${sample.id}`;
      if (known !== undefined) continue;
      await withToken(stack, data, sample.person, (token) =>
        shareSample(stack, token, join(root, "supabase", "samples"), sample),
      );
      await placeSample(sql, sample);
    }
  } finally {
    await sql.end();
  }
}

/** Runs `work` with an access token of a seeded person, in a session that ends with it. An emailed code would stay in the inbox. */
export async function withToken<Result>(
  { url, databaseUrl }: Pick<Stack, "url" | "databaseUrl">,
  data: string,
  person: string,
  work: (token: string) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const session = randomUUID();
  const issuer = `${url}/auth/v1`;
  const keys = await loadKeys(data, issuer);
  const now = Math.floor(Date.now() / 1000);
  const token = await keys.sign({
    ...{ iss: issuer, sub: person, aud: "authenticated", role: "authenticated", iat: now, exp: now + TOKEN_LIFETIME_S },
    ...{ email: "", phone: "", app_metadata: {}, user_metadata: {}, aal: "aal1", amr: [] },
    ...{ session_id: session, is_anonymous: false },
  });
  await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${person}, now())`;
  try {
    return await work(token);
  } finally {
    // This is no sign-in of the person, so nobody gets an email about it.
    await sql`
      delete from private.outbox_emails
      where id in (select email_id from private.session_origins where session_id = ${session})`;
    await sql`delete from auth.sessions where id = ${session}`;
    await sql.end();
  }
}

async function shareSample(
  { url, publishableKey }: Pick<Stack, "url" | "publishableKey">,
  token: string,
  folder: string,
  { id, source, name, language, meeting, preview }: SampleFile,
): Promise<void> {
  const client = createClient(url, publishableKey, { accessToken: async () => token });
  const bytes = await readFile(join(folder, source));
  const type = fileType(name);
  const offered = await callDatabase(client, "offer_file", {
    ...{ p_file_id: id, p_meeting_id: meeting, p_name: name, p_type: type, p_bytes: bytes.length },
  });
  if (preview !== null) {
    const { picture, ...values } = preview;
    await callDatabase(client, "set_preview", {
      ...{ p_file_id: id, ...values },
      ...(picture !== undefined && { p_picture: await readFile(join(folder, picture), "base64") }),
    });
  }
  const { path } = fileUploadOffer.parse(offered);
  const uploaded = await client.storage.from(FILES_BUCKET).upload(path, bytes, { contentType: type ?? "" });
  if (uploaded.error !== null) throw new Error(`${source} was not uploaded: ${uploaded.error.message}`);
  const shared = await fetch(`${url}${FILES_FUNCTION_PATH}`, {
    method: "POST",
    headers: { apikey: publishableKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ share: { file_id: id, language } }),
  });
  if (!shared.ok) throw new Error(`${source} was not shared: ${await shared.text()}`);
}

async function callDatabase(client: SupabaseClient, name: string, values: object): Promise<unknown> {
  const { data, error } = await client.rpc(name, values);
  if (error !== null) throw new Error(`${name}: ${error.message}`);
  return data;
}

/** Moves a file into its past call, with the summary that was written after it, and stores the translations of its name. */
async function placeSample(sql: postgres.Sql, { id, call, translations }: SampleFile): Promise<void> {
  await sql.begin(async (transaction) => {
    if (call !== null) {
      await transaction`
        update public.lines set call_id = calls.id, created_at = started_at + ${call.minute}::int * interval '1 minute'
        from public.calls where calls.id = ${call.id} and lines.id = ${id}`;
      await transaction`
        update public.files set call_id = lines.call_id, offered_at = lines.created_at, shared_at = lines.created_at
        from public.lines where lines.id = files.id and files.id = ${id}`;
      await transaction`update public.file_texts set call_id = ${call.id} where file_id = ${id}`;
      await transaction`
        update public.summaries
        set made_of = private.call_lines_version(call_id), claimed_of = private.call_lines_version(call_id),
          lines_read = (select count(*) from public.lines where lines.call_id = summaries.call_id),
          lines_all = (select count(*) from public.lines where lines.call_id = summaries.call_id)
        where call_id = ${call.id}`;
    }
    for (const [language, text] of Object.entries(translations)) {
      await transaction`
        insert into public.translations (line_id, revision, language, status, text, engine, lease_until)
        values (${id}, 1, ${language}, 'ready', ${text}, 'seed', now())`;
    }
  });
}
