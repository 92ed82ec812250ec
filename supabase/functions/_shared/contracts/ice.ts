/**
 * Response of the edge function `ice`: the STUN and TURN servers of a call, for participants who enter it or are in it.
 * TURN credentials last 15 minutes. A client in a longer call requests new ones before `expires_in` ends and reconfigures its
 * connections. The connection test of the pre-join page gets credentials of two minutes (decision 013).
 */
import * as z from "zod/mini";

export const ICE = {
  credentialTtlMs: 900_000,
  /** For credentials of the connection test. */
  testCredentialTtlMs: 120_000,
  /** Delay before the next request if a configured relay returned no credentials. */
  retryDelayMs: 60_000,
  /** Requests of one user in ten minutes. Each new tab, quarter of an hour and connection test needs one. */
  requestsPerTenMinutes: 20,
} as const;

/** A STUN or TURN address (RFC 7064, RFC 7065). */
export const iceUrl = z.string().check(z.regex(/^(?:stun|turn)s?:[^\s?]+(?:\?transport=(?:udp|tcp))?$/u));

/** An `RTCIceServer`. */
export const iceServer = z.object({
  urls: z.array(iceUrl).check(z.minLength(1)),
  username: z.optional(z.string().check(z.minLength(1))),
  credential: z.optional(z.string().check(z.minLength(1))),
});
export type IceServer = z.infer<typeof iceServer>;

/** `ice_servers` is empty if no server is configured. */
export const iceResponse = z.object({ ice_servers: z.array(iceServer), expires_in: z.int().check(z.positive()) });
export type IceResponse = z.infer<typeof iceResponse>;
