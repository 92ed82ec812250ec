export type { Act, ActName, TimelineEntry } from "./entries.ts";
export { type LanguageReach, reach, type Unreached } from "./reach.ts";
export { type About, createTimeline, passing, type Timeline, type TimelineSnapshot } from "./timeline.ts";
export type { Unread } from "./unread.ts";
