/** Parts of a transcript that load on first use. Most readers edit nothing and miss no translation. */
import { lazyModule } from "~/ui/lazy.tsx";

export const { LazyBoundary: LazyLineEditingTools } = lazyModule("errors", () => import("./LineEditingTools.tsx"));

export const { LazyBoundary: LazyTranslationBackfill } = lazyModule(
  "transcripts",
  () => import("./components/TranslationBackfillPanel.tsx"),
);
