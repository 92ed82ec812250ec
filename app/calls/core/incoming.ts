/** What arrives over one connection, as it is shown: the streams of its tracks, and what the peer says of itself. */
import { type LiveMessage, liveMessage } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { REACTION_SHOWN, type RemoteMedia, type TrackName } from "./transport.ts";

/** What the peer takes of what we send. */
export interface Wants {
  readonly sound: boolean;
  readonly picture: boolean;
}
export const WANTS_ALL: Wants = { sound: true, picture: true };

export interface Incoming {
  track(name: TrackName, track: MediaStreamTrack): void;
  /** A message of the data channel, not yet parsed; of another shape it is dropped. */
  heard(data: unknown): void;
  /** After it nothing is shown any more. */
  close(): void;
}

export interface IncomingOptions {
  makeStream: () => MediaStream;
  clock: Clock;
  show(change: Partial<RemoteMedia>): void;
  wants(wants: Wants): void;
}

export function createIncoming({ makeStream, clock, show, wants }: IncomingOptions): Incoming {
  let stream: MediaStream | null = null;
  let screen: MediaStream | null = null;
  let sharing = false;
  /** The peer's own word on what it sends; before it, whether anything arrives. */
  let told = false;
  let closed = false;
  let cancelReaction: Cancel = () => {};

  function faces(kind: "microphone" | "camera", track: MediaStreamTrack) {
    stream ??= makeStream();
    stream.addTrack(track);
    const flows = () => {
      if (!told && !closed) show({ [kind]: !track.muted });
    };
    track.addEventListener("unmute", flows);
    track.addEventListener("mute", flows);
    show({ stream });
  }

  function screens(track: MediaStreamTrack) {
    screen ??= makeStream();
    screen.addTrack(track);
    if (sharing) show({ screen });
  }

  function take(message: LiveMessage) {
    switch (message.type) {
      case "media":
        told = true;
        sharing = message.screen;
        return show({ microphone: message.microphone, camera: message.camera, screen: sharing ? screen : null });
      case "speaking":
        return show({ speaking: message.speaking });
      case "typing":
        return show({ typing: message.typing });
      case "wants":
        return wants({ sound: message.sound, picture: message.picture });
      case "reaction":
        cancelReaction();
        cancelReaction = clock.after(REACTION_SHOWN, () => show({ reaction: null }));
        return show({ reaction: message.emoji });
      case "recogniser":
        return show({ recogniser: message.by });
      case "saying": {
        const { type: _, ...saying } = message;
        return show({ saying });
      }
      case "reading":
        return show({ reading: message.line });
      default:
        return message satisfies never;
    }
  }

  return {
    track(name, track) {
      switch (name) {
        case "audio":
          return faces("microphone", track);
        case "video":
          return faces("camera", track);
        case "screen":
        case "screenSound":
          return screens(track);
        default:
          return name satisfies never;
      }
    },
    heard(data) {
      const message = parse(data);
      if (message !== null) take(message);
    },
    close() {
      closed = true;
      cancelReaction();
      show({ screen: null, reaction: null, speaking: false, typing: false, saying: null, reading: null });
    },
  };
}

function parse(data: unknown): LiveMessage | null {
  if (typeof data !== "string") return null;
  try {
    return liveMessage.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
