/** Limits of avatars. */

/** The database has the first three as `avatars.…`, and the bucket has `maxBytes`. */
export const AVATARS = {
  changesPerMinute: 10,
  /** Uploads of one person, by days of UTC. */
  changesInDay: 50,
  /** Age at which bytes that nobody shows are removed. An upload in progress is younger. */
  unusedTtlMs: 3_600_000,
  /** Bytes of one stored picture. */
  maxBytes: 65_536,
} as const;

/** Sides of the two stored pictures in pixels: for a profile, and for lists. */
export const AVATAR_SIDES = [256, 64] as const;
export type AvatarSide = (typeof AVATAR_SIDES)[number];
