import { late } from "~/ui/late.tsx";

/** What the chat shows after a press. Whoever wanted it says when it cannot be had: a call must not end for want of a menu. */
export const { Late, preload: preloadExtras } = late(["lines", "transcripts"], () => import("./extras.ts"));
