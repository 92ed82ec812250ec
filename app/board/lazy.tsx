/** The parts of a board that load on first use. */
import { lazyModule } from "~/ui/lazy.tsx";

export const { LazyBoundary: LazyFileDialog, preload: preloadFileDialog } = lazyModule(
  ["fileDialog", "meeting", "call", "lines", "files"],
  () => import("./dialog/FileDialog.client.tsx"),
);
