/** For what is loaded late: the index would bring it into every page that shows a chat. */
export { Reach } from "./components/Reach.tsx";
export { useReason } from "./components/Words.tsx";
