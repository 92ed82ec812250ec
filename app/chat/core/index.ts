export type { Act, ActName, TimelineEntry } from "./entries.ts";
export { KEPT_SPEECH } from "./keeping.ts";
export { passing } from "./passing.ts";
export { type LanguageReach, PATIENCE, reach, type Unreached } from "./reach.ts";
export { createReading, type Reading, type ReadLine } from "./reading.ts";
export { type About, createTimeline, type Timeline, type TimelineSnapshot } from "./timeline.ts";
export type { Unread } from "./unread.ts";
