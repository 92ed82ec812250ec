/** Reads bodies of requests and responses up to a limit, so that an endless body does not fill the memory. */

/** Returns null, and stops reading, if the body exceeds `limit` bytes. Rejects if the connection breaks. */
export async function readBytes({ body }: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
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
