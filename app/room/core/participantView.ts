import type { Language } from "#contracts/languages.ts";
import type { Emoji } from "#contracts/lines.ts";

export type ConnectionStatus = "connecting" | "connected" | "reconnecting" | "failed";

/** A participant as the components of the call show them. */
export interface ParticipantView {
  /** User id: it survives a reload of their page. */
  readonly id: string;
  /** Order of first joining the meeting, from 1. */
  readonly number: number;
  readonly colour: number;
  readonly name: string;
  readonly isMe: boolean;
  readonly speaks: Language;
  readonly reads: Language;
  /** Camera and microphone. The local stream has no audio. */
  readonly stream: MediaStream | null;
  readonly connection: ConnectionStatus;
  readonly microphone: boolean;
  /** Null: unknown. The video is then shown as soon as it arrives. */
  readonly camera: boolean | null;
  /** Muted by a moderator: no client plays their audio. */
  readonly muted: boolean;
  readonly speaking: boolean;
  /** Their shared screen with its audio. */
  readonly screen: MediaStream | null;
  /** Quality of the connection. Null: good. */
  readonly quality: "fair" | "poor" | null;
  /** Place of their raised hand in the queue, from 1. */
  readonly hand: number | null;
  readonly reaction: Emoji | null;
}
