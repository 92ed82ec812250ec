/** Reads the beginning of a text file. */
import { cutLongClusters } from "#contracts/limits.ts";

export interface TextStart {
  readonly text: string;
  /** The file has more. */
  readonly isCut: boolean;
}

export const MAX_TEXT_BYTES = 64 * 1024;

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
      if (done) return { text: cutLongClusters(text + decoder.decode()), isCut: false };
      text += decoder.decode(value.subarray(0, MAX_TEXT_BYTES - bytes), { stream: true });
      bytes += value.byteLength;
    }
    const isCut = bytes > MAX_TEXT_BYTES || !(await reader.read()).done;
    await reader.cancel();
    return { text: cutLongClusters(text), isCut };
  } catch {
    return null;
  }
}
