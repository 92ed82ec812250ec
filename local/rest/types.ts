/** Converts the text of a top-level column to JSON like `to_json`, and so like PostgREST. */
const text = (value: unknown) => String(value);
const type = <T>(oid: number, parse: (value: string) => T) => ({ to: oid, from: [oid], serialize: text, parse });

/** `2026-01-02 03:04:05.6+00` → `2026-01-02T03:04:05.6+00:00`. `infinity` is unchanged. */
export const isoTimestamp = (value: string): string =>
  value.replace(/^(\S+) (\d\d:\S+?)([+-]\d\d)?$/u, (_all, date: string, time: string, zone: string | undefined) =>
    zone === undefined ? `${date}T${time}` : `${date}T${time}${zone}:00`,
  );

/** JSON has no `NaN`, so it stays text. Numbers above 2^53 lose digits, as they would in the client. */
const number = (value: string): number | string => {
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : value;
};

export const types = {
  bigint: type(20, number),
  numeric: type(1700, number),
  timestamp: type(1114, isoTimestamp),
  timestamptz: type(1184, isoTimestamp),
  bytea: type(17, (value) => value),
};
