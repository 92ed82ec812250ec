/**
 * The edge function `ice`: the STUN and TURN servers of a call, for one who enters it or is in it. TURN credentials are of an hour; who
 * stays longer asks again before `expires_in` is over and gives the connection its new configuration. At the door, where
 * one tries the connection, they are the same servers with credentials for that alone (decision 013).
 */
import * as z from "zod/mini";

/** Times are milliseconds. */
export const ICE = {
  credentialTtlMs: 3_600_000,
  /** Of credentials with which the connection is only tried. */
  testCredentialTtlMs: 120_000,
  /** When to ask again where there is a relay and it gave no credentials this time. */
  retryDelayMs: 60_000,
  /** Requests of one person in ten minutes; each new tab, each hour and each trial is one. */
  perTenMinutes: 20,
} as const;

/** Of STUN or TURN (RFC 7064, RFC 7065). */
export const iceUrl = z.string().check(z.regex(/^(?:stun|turn)s?:[^\s?]+(?:\?transport=(?:udp|tcp))?$/u));

/** As `RTCPeerConnection` takes it. */
export const iceServer = z.object({
  urls: z.array(iceUrl).check(z.minLength(1)),
  username: z.optional(z.string().check(z.minLength(1))),
  credential: z.optional(z.string().check(z.minLength(1))),
});
export type IceServer = z.infer<typeof iceServer>;

/** `ice_servers` may be empty: people are on one network, or Parley knows no server. */
export const iceResponse = z.object({ ice_servers: z.array(iceServer), expires_in: z.int().check(z.positive()) });
export type IceResponse = z.infer<typeof iceResponse>;
