import { type LocalPreference, localPreference } from "~/lib/localPreference.ts";

/** Whether a call shows this participant how they talk, and who is still reading them. Nobody else sees it. */
export const privateHints = (): LocalPreference => localPreference("parley.private-hints", true);
