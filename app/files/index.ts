/** Files in a call: what shows and shares them comes when it is first wanted. */
import { late } from "~/ui/late.tsx";

export type { FileParts, Wish } from "./wish.ts";
export const { Late: LateFileLink } = late("files", () => import("./components/FileLink.tsx"));
export const { Late: LateFileTray, preload: preloadFileTray } = late(
  ["files", "lines"],
  () => import("./components/FileTray.tsx"),
);
