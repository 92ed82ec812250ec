/** Turns the tracks and messages of one connection into `RemoteMedia`. */
import { type LiveMessage, liveMessage } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import { REACTION_DURATION_MS, type RemoteMedia, type TrackName } from "./transport.ts";

/** The media that the remote peer wants to receive. */
export interface MediaSubscriptions {
  readonly sound: boolean;
  readonly picture: boolean;
}
export const ALL_SUBSCRIPTIONS: MediaSubscriptions = { sound: true, picture: true };

export interface RemoteMediaReceiver {
  onTrack(name: TrackName, track: MediaStreamTrack): void;
  /** Parses a message of the data channel, and drops an invalid one. */
  onMessage(data: unknown): void;
  /** Clears the transient parts of the media. */
  close(): void;
}

export interface RemoteMediaReceiverOptions {
  createStream: () => MediaStream;
  clock: Clock;
  onChange(change: Partial<RemoteMedia>): void;
  onSubscriptions(subscriptions: MediaSubscriptions): void;
}

export function createRemoteMediaReceiver({
  createStream,
  clock,
  onChange,
  onSubscriptions,
}: RemoteMediaReceiverOptions): RemoteMediaReceiver {
  let stream: MediaStream | null = null;
  let screen: MediaStream | null = null;
  let sharing = false;
  /** The peer reported what it sends. Before that, muted tracks tell. */
  let statusReceived = false;
  let closed = false;
  let cancelReaction: Cancel = () => {};

  function addCameraTrack(kind: "microphone" | "camera", track: MediaStreamTrack) {
    stream ??= createStream();
    stream.addTrack(track);
    const updateFromMuted = () => {
      if (!statusReceived && !closed) onChange({ [kind]: !track.muted });
    };
    track.addEventListener("unmute", updateFromMuted);
    track.addEventListener("mute", updateFromMuted);
    onChange({ stream });
  }

  function addScreenTrack(track: MediaStreamTrack) {
    screen ??= createStream();
    screen.addTrack(track);
    if (sharing) onChange({ screen });
  }

  function handleMessage(message: LiveMessage) {
    switch (message.type) {
      case "media":
        statusReceived = true;
        sharing = message.screen;
        // Nobody is heard whose microphone everybody sees as off.
        for (const track of stream?.getAudioTracks() ?? []) track.enabled = message.microphone;
        return onChange({ microphone: message.microphone, camera: message.camera, screen: sharing ? screen : null });
      case "speaking":
        return onChange({ speaking: message.speaking });
      case "typing":
        return onChange({ typing: message.typing });
      case "wants":
        return onSubscriptions({ sound: message.sound, picture: message.picture });
      case "reaction":
        cancelReaction();
        cancelReaction = clock.after(REACTION_DURATION_MS, () => onChange({ reaction: null }));
        return onChange({ reaction: message.emoji });
      case "recogniser":
        return onChange({ recogniser: message.by });
      case "saying": {
        const { type: _, ...liveCaption } = message;
        return onChange({ liveCaption });
      }
      case "reading":
        return onChange({ readingLineId: message.line });
      default:
        return message satisfies never;
    }
  }

  return {
    onTrack(name, track) {
      switch (name) {
        case "audio":
          return addCameraTrack("microphone", track);
        case "video":
          return addCameraTrack("camera", track);
        case "screen":
        case "screenAudio":
          return addScreenTrack(track);
        default:
          return name satisfies never;
      }
    },
    onMessage(data) {
      const message = parseMessage(data);
      if (message !== null) handleMessage(message);
    },
    close() {
      closed = true;
      cancelReaction();
      onChange({
        screen: null,
        reaction: null,
        speaking: false,
        typing: false,
        liveCaption: null,
        readingLineId: null,
      });
    },
  };
}

function parseMessage(data: unknown): LiveMessage | null {
  if (typeof data !== "string") return null;
  try {
    return liveMessage.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
