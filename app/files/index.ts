/** Files in a call: what shows and shares them comes when it is first wanted. */
import { late } from "~/ui/late.tsx";

export { useFileDrop } from "./useFileDrop.ts";
export type { FileParts, Wish } from "./wish.ts";

const AREAS = ["files", "lines"] as const;
export const { Late: LateFile } = late(AREAS, () => import("./components/SeenFile.tsx"));
export const { Late: LateFileTray, preload: preloadFileTray } = late(AREAS, () => import("./components/FileTray.tsx"));
