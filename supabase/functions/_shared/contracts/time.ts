/** A point in time as Postgres writes it in JSON (RFC 3339). `z.iso` would add code for dates, times and durations. */
import * as z from "zod/mini";

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u;

export const time = z.string().check(z.refine((text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text))));
