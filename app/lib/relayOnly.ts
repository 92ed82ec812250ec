/** Whether this browser hides its IP address from the others in a call: media go through a relay only. */
import { localPreference } from "./localPreference.ts";

export const relayOnly = () => localPreference("parley.relay-only", false);
