/** Reads a request's or an answer's body, up to a limit: whoever sends without end must not fill our memory. */

/** Null when it is longer than `limit` bytes, and the rest is not read then. Rejects when the connection breaks. */
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

/** As `readBytes`, read as UTF-8. */
export async function readText(message: Request | Response, limit: number): Promise<string | null> {
  const bytes = await readBytes(message, limit);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Undefined when it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
