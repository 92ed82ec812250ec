/** For what is loaded late: the index would bring a whole transcript. */
export { MarkIcon, MarkLabel } from "./components/MarkLabel.tsx";
