/** Session descriptions (RFC 8866), and the few fields that a peer link reads from them. */

export interface SessionDescription {
  readonly kind: "offer" | "answer";
  readonly sdp: string;
}

export interface IceCandidate {
  readonly candidate: string;
  readonly sdpMid: string | null;
  readonly sdpMLineIndex: number | null;
  readonly usernameFragment?: string | null | undefined;
}

export function toSessionDescription(description: RTCSessionDescription | null): SessionDescription | null {
  if (description === null) return null;
  const { type, sdp } = description;
  return type === "offer" || type === "answer" ? { kind: type, sdp } : null;
}

/**
 * Returns the session id and the version of the `o=` line. The id is constant for the life of a connection and differs between
 * any two. Each new description has another version.
 */
const origin = ({ sdp }: SessionDescription): readonly string[] => /^o=\S+ (\S+) (\S+)/mu.exec(sdp)?.slice(1) ?? [];

/** Whether `next` comes from another connection than `previous`: the remote peer rebuilt its connection. */
export const isOtherConnection = (previous: SessionDescription | null, next: SessionDescription): boolean =>
  previous !== null && origin(previous)[0] !== origin(next)[0];

/** Compares two descriptions of one connection. */
export const isSameDescription = (next: SessionDescription, previous: SessionDescription | null): boolean =>
  previous?.kind === next.kind && origin(previous)[1] === origin(next)[1];

/** Microphone, camera, screen and its sound, and the data channel. */
const MAX_SECTIONS = 5;
const MAX_VIDEO_SECTIONS = 2;
/**
 * Browsers compare each line with all similar ones, so the time grows with the square of their number. Parley's offers in
 * Chromium 156 have 327 lines, and Firefox 153 has 202. Phones and Safari have up to twice as many codecs.
 */
const MAX_LINES = 1_000;
/** A section has at most 11 lines of an attribute (header extensions in Chromium), and 5 of a codec (feedback). */
const MAX_SIMILAR_LINES = 20;
/** Browsers compare the parameters of codecs too. Chromium's offers have about 130. */
const MAX_PARAMETERS = 400;
/** Attributes of codecs count for each codec. Candidates have a limit of their own. */
const ATTRIBUTE = /^a=(?:(?:fmtp|rtcp-fb|rtpmap):(?!0\d)\d+ |(?!candidate:)[\w-]+)/gmu;
/**
 * Browsers permit messages of 64 KB and more (RFC 8841), and `send` throws above the limit. They list feedback for each codec.
 * Their longest line has 127 characters.
 */
const FOREIGN_LINE = /^(?:a=max-message-size:(?![1-9]\d{4})|a=rtcp-fb:\*|[^\n]{500})/mu;

/** Whether a page of Parley can have made the description. Each further section of media takes memory for a decoder. */
export function isFromParley({ sdp }: SessionDescription): boolean {
  const count = (text: string) => sdp.split(text).length - 1;
  return (
    count("\n") <= MAX_LINES &&
    count(";") <= MAX_PARAMETERS &&
    count("\nm=") <= MAX_SECTIONS &&
    count("\nm=video") <= MAX_VIDEO_SECTIONS &&
    !FOREIGN_LINE.test(sdp) &&
    sdp.split("\nm=").every((section) => {
      const counts: Record<string, number> = {};
      return !section.match(ATTRIBUTE)?.some((attribute) => {
        counts[attribute] = (counts[attribute] ?? 0) + 1;
        return counts[attribute] > MAX_SIMILAR_LINES;
      });
    })
  );
}

/**
 * Lets a voice that pauses send next to nothing (RFC 7587, `usedtx`). A mesh sends each voice to every peer and most voices
 * are silent, which phones and weak connections pay for. Only the first audio section, the microphone, is changed: the
 * audio of a shared screen may be music.
 */
export const enableOpusDtx = (sdp: string): string => sdp.replace("useinbandfec=1", "useinbandfec=1;usedtx=1");

const CANDIDATE_WITHOUT_RELAY = /^a=candidate:(?!.* typ relay\b).*\r?\n/gmu;
/** The address behind the relay, which the remote peer does not need. */
const RELATED_ADDRESS = / raddr \S+ rport \d+/gu;

/** Returns a description or a candidate without the addresses of this machine. */
export const hideAddresses = (sdp: string): string =>
  sdp.replace(CANDIDATE_WITHOUT_RELAY, "").replace(RELATED_ADDRESS, " raddr 0.0.0.0 rport 0");
