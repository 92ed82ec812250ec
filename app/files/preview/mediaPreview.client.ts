/** Makes previews of audio and video. For browsers only. */

import { previewOf } from "./pictures.client.ts";
import type { PreparedPreview } from "./preparedFile.ts";

/** The moment of the picture, in seconds. Many videos begin with black. */
const PICTURE_AT_S = 1;

/** Throws if the browser cannot play the file. */
export async function previewMedia(file: Blob, kind: "audio" | "video", signal: AbortSignal): Promise<PreparedPreview> {
  const media = document.createElement(kind);
  const url = URL.createObjectURL(file);
  try {
    media.muted = true;
    media.preload = "auto";
    media.src = url;
    await eventOf(media, "loadeddata", signal);
    const durationMs = Number.isFinite(media.duration) ? Math.round(media.duration * 1_000) : null;
    const sound = { width: null, height: null, durationMs, hash: null, picture: null };
    if (!(media instanceof HTMLVideoElement) || media.videoWidth === 0) return sound;
    const seeked = eventOf(media, "seeked", signal);
    media.currentTime = Math.min(PICTURE_AT_S, (media.duration || 0) / 2);
    await seeked;
    const size = { width: media.videoWidth, height: media.videoHeight };
    return { ...size, durationMs, ...(await previewOf(media, size.width, size.height)) };
  } finally {
    media.removeAttribute("src");
    media.load();
    URL.revokeObjectURL(url);
  }
}

function eventOf(media: HTMLMediaElement, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    media.addEventListener(name, () => resolve(), { once: true, signal });
    media.addEventListener("error", () => reject(new Error("not playable")), { once: true, signal });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
