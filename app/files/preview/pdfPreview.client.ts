/** Draws the first page of a PDF. For browsers only, and large: load it when it is needed. */
import { getDocument } from "pdfjs-dist";
import { previewOf } from "./pictures.client.ts";
import type { PreparedPreview } from "./preparedFile.ts";

/** The width of the drawn page, in pixels. */
const PAGE_WIDTH = 800;

/** Throws for files that cannot be read, or that have a password. Scripts of the file do not run. */
export async function previewPdf(file: Blob, signal: AbortSignal): Promise<PreparedPreview> {
  // Without this module, pdf.js would load its worker by an address that the build does not know.
  // @ts-expect-error The package has no types for it.
  Object.assign(globalThis, { pdfjsWorker: await import("pdfjs-dist/build/pdf.worker.mjs") });
  const loading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    ...{ isEvalSupported: false, useWasm: false, enableXfa: false, stopAtErrors: true },
  });
  signal.addEventListener("abort", () => void loading.destroy(), { once: true });
  try {
    const page = await (await loading.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: PAGE_WIDTH / Math.max(width, height) });
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(viewport.width);
    canvas.height = Math.ceil(viewport.height);
    await page.render({ canvas, viewport }).promise;
    const size = { width: canvas.width, height: canvas.height };
    return { ...size, durationMs: null, ...(await previewOf(canvas, size.width, size.height)) };
  } finally {
    void loading.destroy();
  }
}
