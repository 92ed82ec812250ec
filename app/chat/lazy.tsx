import { lazyModule } from "~/ui/lazy.tsx";

/** What the chat shows after a press. Whoever wanted it says when it cannot be had: a call must not end for want of a menu. */
export const { LazyBoundary: LineExtras, preload: preloadLineExtras } = lazyModule(
  ["lines", "transcripts"],
  () => import("./components/lineExtras.ts"),
);
