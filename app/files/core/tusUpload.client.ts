/**
 * An upload in parts to Supabase Storage (the tus protocol), which goes on where it broke off. For browsers alone: in the
 * Worker its library would ask for Node.
 */
import { DetailedError, type HttpRequest, Upload as Tus } from "tus-js-client";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { FILES_BUCKET } from "#contracts/files.ts";
import type { AccessToken } from "~/lib/supabaseHttp.ts";
import type { FileUpload } from "./fileSharing.ts";

export interface UploadOptions {
  /** Origin of Supabase, without a slash at the end. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
}

/** Bytes. Storage takes parts of just this size. */
const CHUNK_BYTES = 6 * 1024 * 1024;
/** A line that was down for so long, milliseconds each time, is not worth waiting for: a press goes on. */
const UPLOAD_RETRY_DELAYS_MS = [500, 1_500, 4_000];

export const createTusUpload =
  ({ supabaseUrl, publishableKey, accessToken }: UploadOptions) =>
  (file: Blob, path: string, type: string): FileUpload => {
    let progress: (share: number) => void = () => {};
    let settle: (result: Result<null>) => void = () => {};
    const tus = new Tus(file, {
      endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
      headers: { apikey: publishableKey },
      metadata: { bucketName: FILES_BUCKET, objectName: path, contentType: type, cacheControl: "3600" },
      chunkSize: CHUNK_BYTES,
      retryDelays: UPLOAD_RETRY_DELAYS_MS,
      uploadDataDuringCreation: true,
      // A page that was loaded again has no file to go on with.
      storeFingerprintForResuming: false,
      // Each with a token that lasts: a large file on a thin line outlives one.
      onBeforeRequest: (request) => authorize(request, accessToken),
      onProgress: (sent, all) => progress(all === 0 ? 0 : sent / all),
      onSuccess: () => settle(ok(null)),
      onError: (error) => settle(toUploadResult(error)),
    });
    return {
      start(onProgress) {
        progress = onProgress;
        return new Promise((resolve) => {
          settle = resolve;
          tus.start();
        });
      },
      abort() {
        // Also what has arrived, if the server can be reached; else it forgets that by itself.
        void tus.abort(tus.url !== null).catch(() => {});
        settle(fail("network/offline", "ended"));
      },
    };
  };

async function authorize(request: HttpRequest, accessToken: AccessToken): Promise<void> {
  const token = await accessToken();
  if (token !== null) request.setHeader("Authorization", `Bearer ${token}`);
}

/** By status; Storage's own words stay out of logs. */
function toUploadResult(error: Error): Result<null> {
  const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
  switch (status) {
    case undefined:
    case 0:
      return fail("network/offline");
    case 401:
      return fail("request/sign-in-needed");
    case 403:
      return fail("request/not-allowed");
    // It arrived before, and nobody heard of it; whether it is the same is asked when it is shared.
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
