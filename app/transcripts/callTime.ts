/** Times of a call, counted from its beginning: `7:20`, `1:02:03`. */

const padTwo = (value: number) => String(value).padStart(2, "0");

/** Arguments are milliseconds since the epoch. */
export function callTime(startedAt: number, at: number): string {
  const seconds = Math.max(0, Math.floor((at - startedAt) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(seconds % 60)}` : `${minutes}:${padTwo(seconds % 60)}`;
}

/** Returns the seconds of a typed time, such as `7:20`. Returns null for another text. */
export function parseCallTime(typed: string): number | null {
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/u.exec(typed.trim());
  if (parts === null) return null;
  const [, hours = "0", minutes, seconds] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
