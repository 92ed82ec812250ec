/** What the tabs of one browser tell each other of the session: never a token, and nothing that is believed unseen. */
import * as z from "zod/mini";
import { SESSION_CHANNEL } from "./sessionChannel.ts";

const message = z.discriminatedUnion("kind", [
  /** Look for yourself: this tab saw something else. */
  z.object({ kind: z.literal("changed") }),
  /** Name, languages or address were changed here. */
  z.object({ kind: z.literal("profile") }),
  /** Who I am here, said on arrival: a tab that sees another looks again. */
  z.object({ kind: z.literal("arrived"), userId: z.nullable(z.uuid()) }),
]);
export type TabMessage = z.infer<typeof message>;

export interface SessionTabs {
  post(message: TabMessage): void;
  close(): void;
}

/** Opens the channel. A browser without one, or that denies it, has tabs that find out by themselves, on waking. */
export type OpenSessionTabs = (heard: (message: TabMessage) => void) => SessionTabs;

export const openSessionTabs: OpenSessionTabs = (onMessage) => {
  try {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = message.safeParse(data);
      if (read.success) onMessage(read.data);
    };
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    return { post() {}, close() {} };
  }
};
