/** The dialog of the glossary, which loads after the page. */
import { lazyModule } from "~/ui/lazy.tsx";

export const { LazyBoundary: LazyDialog, preload: preloadDialog } = lazyModule([], () => import("~/ui/Dialog.tsx"));
