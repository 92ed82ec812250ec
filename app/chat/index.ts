export { Chat } from "./components/Chat.tsx";
export { createTimeline, type Timeline } from "./core/index.ts";
export { useUnread } from "./useUnread.ts";
