/** How files come into a call, before what shares them is here. */
import type { FileSharingOptions } from "./core/fileSharing.ts";
import type { UploadOptions } from "./core/tusUpload.client.ts";

/** A new object for each: a picker is opened, files are dragged over, or these were dropped or pasted. */
export interface FileRequest {
  readonly source: "choose" | "drag" | readonly File[];
}

export type FileTrayOptions = Omit<FileSharingOptions, "createUpload"> & UploadOptions;
