export { createTimeline, type Timeline, type TimelineEntry, type TimelineSnapshot } from "./timeline.ts";
