/** Resumable uploads to Supabase Storage (tus protocol). For browsers only: in the Worker the library would require Node. */
import { DetailedError, type HttpRequest, Upload as Tus } from "tus-js-client";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { FILES_BUCKET } from "#contracts/files.ts";
import type { AccessToken } from "~/lib/supabaseHttp.ts";
import { type FileUpload, UPLOAD_RETRY_DELAYS_MS } from "./uploadFile.ts";

export interface TusOptions {
  /** Origin of Supabase, without a slash at the end. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
}

/** Storage accepts chunks of exactly this size. */
const CHUNK_BYTES = 6 * 1024 * 1024;

export const createTusUpload =
  ({ supabaseUrl, publishableKey, accessToken }: TusOptions) =>
  (file: Blob, path: string, type: string): FileUpload => {
    let progress: (share: number) => void = () => {};
    let settle: (result: Result<null>) => void = () => {};
    const tus = new Tus(file, {
      endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
      headers: { apikey: publishableKey },
      metadata: { bucketName: FILES_BUCKET, objectName: path, contentType: type, cacheControl: "3600" },
      chunkSize: CHUNK_BYTES,
      retryDelays: [...UPLOAD_RETRY_DELAYS_MS],
      uploadDataDuringCreation: true,
      // After a reload the user chooses the file again, which is offered under the same path.
      fingerprint: async () => `upload ${path}`,
      removeFingerprintOnSuccess: true,
      // The upload of a large file may outlive an access token.
      onBeforeRequest: (request) => authorize(request, accessToken),
      // Storage sends no HTML. An error without a response is retried, and keeps the received bytes.
      onAfterResponse(_, response) {
        if (/html/iu.test(response.getHeader("Content-Type") ?? "") && response.getStatus() !== 413)
          throw new Error("not Storage");
      },
      onProgress: (sent, all) => progress(all === 0 ? 0 : sent / all),
      onSuccess: () => settle(ok(null)),
      onError: (error) => settle(toUploadResult(error)),
    });
    /** Continues an upload of an earlier page. */
    async function startOrResume(): Promise<void> {
      const [earlier] = tus.url === null ? await tus.findPreviousUploads().catch(() => []) : [];
      if (earlier !== undefined) tus.resumeFromPreviousUpload(earlier);
      tus.start();
    }
    return {
      start(onProgress) {
        progress = onProgress;
        return new Promise((resolve) => {
          settle = resolve;
          void startOrResume();
        });
      },
      pause() {
        void tus.abort().catch(() => {});
        settle(fail("network/offline", "paused"));
      },
      abort() {
        // Deletes the received bytes. If the request fails, the server removes them later.
        void tus.abort(tus.url !== null).catch(() => {});
        settle(fail("network/offline", "ended"));
      },
    };
  };

async function authorize(request: HttpRequest, accessToken: AccessToken): Promise<void> {
  const token = await accessToken();
  if (token !== null) request.setHeader("Authorization", `Bearer ${token}`);
}

/** Maps the HTTP status. Storage's own message stays out of logs. */
function toUploadResult(error: Error): Result<null> {
  const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
  switch (status) {
    case undefined:
    case 0:
      return fail(navigator.onLine ? "network/not-reached" : "network/offline");
    case 401:
      return fail("request/sign-in-needed");
    case 403:
      return fail("request/not-allowed");
    // The file arrived, but its response was lost. `share_file` checks that it is the same file.
    case 409:
      return ok(null);
    case 413:
      return fail("file/too-large");
    case 415:
      return fail("file/type");
    default:
      return fail(status >= 500 ? "network/timeout" : "bug/unexpected", String(status));
  }
}
