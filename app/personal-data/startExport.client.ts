/** Exports in the browser. Loads with the first press, with the ZIP writer. */
import { downloadZip } from "client-zip";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import { createSignFile } from "~/lib/signFile.ts";
import type { ArchiveFile, ArchiveTexts } from "./core/archive.ts";
import { createExportRun, type ExportRun, type ExportSource } from "./core/exportRun.ts";

type Env = Pick<PublicEnv, "supabaseUrl" | "publishableKey">;

export function createBrowserExport(env: Env, texts: ArchiveTexts): ExportRun {
  return createExportRun({ source: databaseSource(env), clock: systemClock, texts, zip });
}

function databaseSource(env: Env): ExportSource {
  const http = pageHttp(env);
  const rpc = createRpc(http);
  const signFile = createSignFile(http, env.supabaseUrl);
  return {
    readAccount: (signal) => rpc("export_account", {}, { signal }),
    countPart: (part, after, signal) => rpc("export_count", { p_part: part, p_key: after }, { signal }),
    readPage: (part, after, signal) => rpc("export_page", { p_part: part, p_key: after }, { signal }),
    readAvatar: (id, signal) => download(`${env.supabaseUrl}/storage/v1/object/public/avatars/${id}/256`, signal),
    readFile: async (id, signal) => {
      const address = await signFile(id, false);
      return address.ok ? await download(address.value, signal) : address;
    },
  };
}

/** Downloads bytes as a whole, so that a failed download can be repeated. A file has 50 MB at most. */
async function download(address: string, signal: AbortSignal): Promise<Result<Blob>> {
  try {
    const response = await fetch(address, { signal });
    if (response.ok) return ok(await response.blob());
    await response.body?.cancel();
    return response.status < 500 && response.status !== 429 ? fail("file/not-found") : fail("network/timeout");
  } catch {
    return fail("network/offline");
  }
}

async function zip(files: AsyncIterable<ArchiveFile>): Promise<Blob> {
  // The browser keeps a large blob on disk.
  return await downloadZip(files).blob();
}
