/** Limits of planned meetings. */

export const PLANNING = {
  /** Occurrences of one series. */
  occurrences: 400,
  /** Time zones among which fair hours are shared. */
  zones: 50,
  lengthMinutes: { min: 5, max: 1_440 },
  interval: { min: 1, max: 1_000 },
} as const;
