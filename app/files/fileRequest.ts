/** Requests to share files, made before the file tray has loaded. */
import type { SupabaseHttp } from "../lib/supabaseHttp.ts";
import type { FileSharingOptions } from "./core/fileSharing.ts";
import type { TusOptions } from "./core/tusUpload.client.ts";

/** A new object for each request: open the picker, show the drop area, or share dropped or pasted files. */
export interface FileRequest {
  readonly source: "choose" | "drag" | readonly File[];
}

export type FileTrayOptions = Omit<
  FileSharingOptions,
  "createUpload" | "share" | "removeBytes" | "prepare" | "unfinished"
> &
  TusOptions & { http: Pick<SupabaseHttp, "post"> };
