/** Reads the beginning of a text file. */

export interface TextStart {
  readonly text: string;
  /** The file has more. */
  readonly isCut: boolean;
}

export const MAX_TEXT_BYTES = 64 * 1024;

/** No script needs more on one letter, and a browser takes seconds to draw a letter with thousands. */
const MAX_MARKS = 16;
const SURPLUS_MARKS = new RegExp(`(?<=\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");

/** Returns null if the file cannot be read. The rest of the file is not downloaded. */
export async function readTextStart(address: string, signal: AbortSignal): Promise<TextStart | null> {
  try {
    const response = await fetch(address, { signal });
    if (!response.ok || response.body === null) return null;
    const reader = response.body.getReader();
    // A character may span two chunks.
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    while (bytes < MAX_TEXT_BYTES) {
      const { done, value } = await reader.read();
      if (done) return { text: readable(text + decoder.decode()), isCut: false };
      text += decoder.decode(value.subarray(0, MAX_TEXT_BYTES - bytes), { stream: true });
      bytes += value.byteLength;
    }
    const isCut = bytes > MAX_TEXT_BYTES || !(await reader.read()).done;
    await reader.cancel();
    return { text: readable(text), isCut };
  } catch {
    return null;
  }
}

/** Returns the text without combining marks that no letter needs. */
const readable = (text: string): string => text.replaceAll(SURPLUS_MARKS, "");
