import { type LocalPreference, localPreference } from "~/lib/localPreference.ts";

/** Whether this browser shows captions. A call reads it before it loads captions. */
export const captionsShown = (): LocalPreference => localPreference("parley.captions-shown", true);
