/** What a call has of it from the start; `late.ts` is what it loads. */
export { type Missed, useGaps } from "./components/useGaps.ts";
