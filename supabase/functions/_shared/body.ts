/** Reads a request's or an answer's body, up to a limit: whoever sends without end must not fill our memory. */

/** The text; null when it is longer than `limit` bytes, and the rest is not read then. Rejects when the connection breaks. */
export async function readText({ body }: Request | Response, limit: number): Promise<string | null> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > limit) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Undefined when it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
