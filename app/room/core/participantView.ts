/** What the call's components show; made from the call core's snapshot. */
import type { Language } from "#contracts/languages.ts";
import type { Emoji } from "#contracts/lines.ts";

export type ConnectionStatus = "connecting" | "connected" | "reconnecting" | "failed";

/** Somebody in the call, oneself too. */
export interface ParticipantView {
  /** The same after their page was loaded again. */
  readonly id: string;
  /** Order of first coming to the meeting, from 1: gives the colour. */
  readonly number: number;
  readonly name: string;
  readonly isMe: boolean;
  readonly speaks: Language;
  readonly reads: Language;
  /** Picture and sound; one's own is played without sound. */
  readonly stream: MediaStream | null;
  readonly connection: ConnectionStatus;
  readonly microphone: boolean;
  /** Null until it is known: then a picture is shown as soon as it comes. */
  readonly camera: boolean | null;
  /** By somebody who leads the meeting: nobody plays their sound. */
  readonly muted: boolean;
  readonly speaking: boolean;
  /** Their screen with its sound, while they share it. */
  readonly screen: MediaStream | null;
  /** Of the line to them, when it is not good. */
  readonly quality: "fair" | "poor" | null;
  /** Place of their raised hand among all, from 1. */
  readonly hand: number | null;
  readonly reaction: Emoji | null;
}
