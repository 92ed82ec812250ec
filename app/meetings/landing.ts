/**
 * The landing page apart from the rest of the feature, and the two ways into a meeting that it shares with `/home`: what
 * shares an index with the door would bring the door's schemas into the page that has to be the lightest.
 */
export { JoinForm, type JoinProps } from "./components/JoinForm.tsx";
export { Landing, type LandingProps } from "./components/Landing.tsx";
export { StartForm, type StartProps } from "./components/StartForm.tsx";
export { pressWayIn, unlessAnswered, useWaysIn } from "./useWaysIn.ts";
export type { StartValues } from "./view.ts";
