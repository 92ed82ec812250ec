/** How files come into a call, before what shares them is here. */
import type { SharingParts } from "./core/sharing.ts";
import type { UploadOptions } from "./tusUpload.client.ts";

/** A new object for each: a picker is opened, files are dragged over, or these were dropped or pasted. */
export interface Wish {
  readonly what: "choose" | "drag" | readonly File[];
}

export type FileParts = Omit<SharingParts, "makeUpload"> & UploadOptions;
