/** Reads bodies of requests and responses up to a limit, so that an endless body does not fill the memory. */

const FIRST_BUFFER_BYTES = 4_096;

/**
 * Returns the first `limit` bytes and one more, which shows that there are more. Stops reading there. Rejects if the connection breaks.
 * Copies each part, because the runtime gives even a single byte a buffer of 64 KB.
 */
export async function readHead({ body }: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  let bytes = new Uint8Array(Math.min(limit + 1, FIRST_BUFFER_BYTES));
  let length = 0;
  while (reader !== undefined && length <= limit) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(0, limit + 1 - length);
    if (length + part.length > bytes.length) {
      const longer = new Uint8Array(Math.min(limit + 1, Math.max(2 * bytes.length, length + part.length)));
      longer.set(bytes.subarray(0, length));
      bytes = longer;
    }
    bytes.set(part, length);
    length += part.length;
  }
  await reader?.cancel();
  return bytes.subarray(0, length);
}

/** Returns null, and stops reading, if the body exceeds `limit` bytes. Rejects if the connection breaks. */
export async function readBytes(message: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readHead(message, limit);
  return bytes.length > limit ? null : bytes;
}

/** Does the same as `readBytes`, decoded as UTF-8. */
export async function readText(message: Request | Response, limit: number): Promise<string | null> {
  const bytes = await readBytes(message, limit);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Returns undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
