/** Runs in the browser: shares a chosen file as the app does, and sends the same bytes with a plain PUT. */
import { createTusUpload } from "../app/files/core/tusUpload.client.ts";
import { createUnfinishedUploads } from "../app/files/core/unfinishedUploads.ts";
import { createFileTransfer } from "../app/files/core/uploadFile.ts";
import { prepareFile } from "../app/files/preview/prepareFile.client.ts";
import { removeBytes, shareFile } from "../app/files/requestFiles.ts";
import { systemClock as clock } from "../app/lib/clock.ts";
import { createRpc } from "../app/lib/rpc.ts";
import { createSupabaseHttp } from "../app/lib/supabaseHttp.ts";

export interface UploadPlace {
  /** Origin of Supabase, or of a proxy in front of it. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  readonly token: string;
  readonly meetingId: string;
}

const chosenFile = (): File => {
  const file = document.querySelector("input")?.files?.[0];
  if (file === undefined) throw new Error("No file is chosen.");
  return file;
};

/**
 * Shares the file on the board of a meeting. Returns milliseconds.
 * @public Called in the browser by name.
 */
export async function shareChosen({ meetingId, token, ...address }: UploadPlace): Promise<number> {
  const options = { ...address, accessToken: () => token, clock };
  const http = createSupabaseHttp({ ...options, fetch: (...request) => fetch(...request) });
  const transfer = createFileTransfer(crypto.randomUUID(), chosenFile(), {
    ...{ rpc: createRpc(http), clock, prepare: prepareFile },
    unfinished: createUnfinishedUploads(() => localStorage, clock),
    share: (id, language) => shareFile(http, id, language),
    removeBytes: (ids) => removeBytes(http, ids),
    createUpload: createTusUpload(options),
    place: () => ({ p_meeting_id: meetingId }),
    spokenLanguage: () => "en",
  });
  const startedAt = performance.now();
  const shared = await transfer.run(() => {});
  if (shared === null || !shared.ok) throw new Error(shared?.error.code ?? "removed");
  return performance.now() - startedAt;
}

/**
 * Sends the file to the server of this page. Returns milliseconds.
 * @public Called in the browser by name.
 */
export async function putChosen(): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch("/bytes", { method: "PUT", body: chosenFile() });
  const received = Number(await response.text());
  if (received !== chosenFile().size) throw new Error(`The server received ${received} bytes.`);
  return performance.now() - startedAt;
}
