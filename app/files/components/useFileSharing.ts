import { useState } from "react";
import { createFileSharing, type FileSharing } from "../core/fileSharing.ts";
import { createTusUpload } from "../core/tusUpload.client.ts";
import { createUnfinishedUploads } from "../core/unfinishedUploads.ts";
import type { FileTrayOptions } from "../fileRequest.ts";
import { removeBytes, shareFile } from "../requestFiles.ts";

/** Creates the state of chosen files. The first options stay. */
export function useFileSharing(options: FileTrayOptions): FileSharing {
  const [sharing] = useState(() =>
    createFileSharing({
      ...options,
      share: (id, language) => shareFile(options.http, id, language),
      removeBytes: (ids) => removeBytes(options.http, ids),
      createUpload: createTusUpload(options),
      unfinished: createUnfinishedUploads(() => localStorage, options.clock),
      prepare: async (file) => (await import("../preview/prepareFile.client.ts")).prepareFile(file),
    }),
  );
  return sharing;
}
