import { createLazyValue } from "~/lib/lazyValue.ts";
import { lazyModule } from "~/ui/lazy.tsx";

/** Menus, dialogs and pickers. The caller reports a failed load, because a missing menu must not end the call. */
export const { LazyBoundary: LineExtras, preload: preloadLineExtras } = lazyModule(
  ["lines", "transcripts"],
  () => import("./components/lineExtras.ts"),
);

export type MentionTools = typeof import("./core/mentions.ts");
/** Finds and inserts mentions. A text without `@` does not need it. */
export const mentionTools = createLazyValue<MentionTools>(() => import("./core/mentions.ts"));
