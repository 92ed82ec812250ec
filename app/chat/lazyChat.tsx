import { lazyModule } from "~/ui/lazy.tsx";

/** A chunk of its own: the chat is closed when a call starts. */
export const { LazyBoundary: LazyChat } = lazyModule([], () => import("./Chat.tsx"));
