import { lazyModule } from "~/ui/lazy.tsx";

/** Menus, dialogs and pickers. The caller reports a failed load, because a missing menu must not end the call. */
export const { LazyBoundary: LineExtras, preload: preloadLineExtras } = lazyModule(
  ["lines", "transcripts"],
  () => import("./components/lineExtras.ts"),
);
