/** The colour of the viewer. A `.server` file keeps it out of browser bundles. */
export { ownColour } from "#contracts/colours.ts";
