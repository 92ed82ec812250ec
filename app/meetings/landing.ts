/**
 * The landing page apart from the rest of the feature: what shares an index with the door would bring the door's
 * schemas into the page that has to be the lightest.
 */
export { Landing, type LandingProps } from "./components/Landing.tsx";
