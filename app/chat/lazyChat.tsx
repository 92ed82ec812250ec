import { lazyComponent } from "~/ui/lazy.tsx";

/** Loads right after the call has started: its panel is closed at first. */
export const Chat = lazyComponent([], async () => (await import("./Chat.tsx")).Chat);
