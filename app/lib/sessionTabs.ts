/** The channel between the tabs of one browser, with parsed messages. */
import * as z from "zod/mini";
import { SESSION_CHANNEL, type TabMessage } from "./sessionChannel.ts";

const message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("changed") }),
  z.object({ kind: z.literal("profile") }),
  z.object({ kind: z.literal("arrived"), userId: z.nullable(z.guid()) }),
]) satisfies z.ZodMiniType<TabMessage>;

export interface SessionTabs {
  post(message: TabMessage): void;
  close(): void;
}

/** Opens the channel. If the browser has none or denies it, nothing is sent, and tabs check when they wake. */
export type OpenSessionTabs = (onMessage: (message: TabMessage) => void) => SessionTabs;

export const openSessionTabs: OpenSessionTabs = (onMessage) => {
  try {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = message.safeParse(data);
      if (parsed.success) onMessage(parsed.data);
    };
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    return { post() {}, close() {} };
  }
};
