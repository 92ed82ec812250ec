/** What the tabs of one browser tell each other of the session: never a token, and nothing that is believed unseen. */
import * as z from "zod/mini";
import { CHANNEL } from "./nobody.ts";

const message = z.discriminatedUnion("kind", [
  /** Look for yourself: this tab saw something else. */
  z.object({ kind: z.literal("changed") }),
  /** Name, languages or address were changed here. */
  z.object({ kind: z.literal("profile") }),
  /** Who I am here, said on arrival: a tab that sees another looks again. */
  z.object({ kind: z.literal("arrived"), userId: z.nullable(z.uuid()) }),
]);
export type TabMessage = z.infer<typeof message>;

export interface Tabs {
  tell(message: TabMessage): void;
  close(): void;
}

/** Opens the channel. A browser without one, or that denies it, has tabs that find out by themselves, on waking. */
export type OpenTabs = (heard: (message: TabMessage) => void) => Tabs;

export const browserTabs: OpenTabs = (heard) => {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = message.safeParse(data);
      if (read.success) heard(read.data);
    };
    return { tell: (said) => channel.postMessage(said), close: () => channel.close() };
  } catch {
    return { tell() {}, close() {} };
  }
};
