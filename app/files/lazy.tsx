/** The parts of file sharing that a call loads on first use. */
import { lazyModule } from "~/ui/lazy.tsx";

const FILE_NAMESPACES = ["files", "lines"] as const;
export const { LazyBoundary: LazyFilePreview } = lazyModule(
  FILE_NAMESPACES,
  () => import("./components/FilePreview.tsx"),
);
export const { LazyBoundary: LazyFileTray, preload: preloadFileTray } = lazyModule(
  FILE_NAMESPACES,
  () => import("./components/FileTray.tsx"),
);
/** The area where a page outside a call takes files. */
export const { LazyBoundary: LazyFileDropArea } = lazyModule(
  FILE_NAMESPACES,
  () => import("./components/FileDropArea.tsx"),
);
