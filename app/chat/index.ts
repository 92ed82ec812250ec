export { Chat } from "./components/Chat.tsx";
export { Message } from "./components/Message.tsx";
export { useUnread, useUnreadMentions } from "./useUnread.ts";
export type { LineView } from "./view.ts";
