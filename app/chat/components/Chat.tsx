import { useState, useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { Reader } from "~/languages/index.ts";
import type { Timeline } from "../core/index.ts";
import { createLineViews } from "../lineViews.ts";
import { ChatPanel } from "./ChatPanel.tsx";

export interface ChatProps {
  timeline: Timeline;
  /** All of the meeting by user id. */
  participants: ReadonlyMap<string, Participant>;
  speaks: Language;
  /** Everyone else in the call. */
  readers: readonly Reader[];
  meetingId: string;
  onClose(): void;
}

/** The chat of a meeting, read from its timeline. */
export function Chat({ timeline, participants, speaks, readers, meetingId, onClose }: ChatProps) {
  const { entries, history } = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot);
  const [lineViews] = useState(createLineViews);
  const lines = lineViews(entries, participants);
  const loadingOlder = history.name === "loading" && lines.length > 0;
  return (
    <ChatPanel
      lines={lines}
      earlier={
        history.name === "more" || loadingOlder
          ? { loading: loadingOlder, load: () => void timeline.loadOlder() }
          : null
      }
      trouble={history.name === "failed" ? history.error.code : null}
      speaks={speaks}
      readers={readers}
      draftKey={meetingId}
      // What the composer gives is within its bounds: nothing is refused here.
      onSend={(text) => void timeline.post(text, speaks)}
      onRetry={timeline.retry}
      onDiscard={timeline.discard}
      onClose={onClose}
    />
  );
}
