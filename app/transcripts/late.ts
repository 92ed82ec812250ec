/** For what is loaded late: the index would bring a whole transcript. */
export { MarkIcon, MarkLabel } from "./components/MarkLabel.tsx";
export { type AtWork, RowTools } from "./components/RowTools.tsx";
export { lineOf } from "./core/line.ts";
export type { LineWorkParts } from "./core/lineWork.ts";
export { useAtWork } from "./useAtWork.ts";
