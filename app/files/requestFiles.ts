/** Requests to the edge function `files`. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { FilesRequest } from "#contracts/fileRequests.ts";
import { FILES_FUNCTION_PATH } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import { type Line, line } from "#contracts/lines.ts";
import type { SupabaseHttp } from "../lib/supabaseHttp.ts";

type Post = Pick<SupabaseHttp, "post">;

/** Shares an uploaded file. Errors: `file/content`, and those of `share_file`. */
export async function shareFile(http: Post, fileId: string, language: Language): Promise<Result<Line>> {
  const response = await http.post(FILES_FUNCTION_PATH, {
    share: { file_id: fileId, language },
  } satisfies FilesRequest);
  if (!response.ok) return response;
  const parsed = line.safeParse(response.value);
  return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "files answered in another shape");
}

/** Removes the bytes of own deleted files. */
export const removeBytes = (http: Post, fileIds: readonly string[]): Promise<Result<unknown>> =>
  http.post(FILES_FUNCTION_PATH, { remove: [...fileIds] } satisfies FilesRequest);
