/** Has released lines translated as the user of this page. A request of the Worker would count for the address of all Workers. */
import { pageHttp } from "~/auth/pageHttp.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createTranslateLines } from "~/translation/translateLines.ts";
import { type TranslatedAgain, translateAgain } from "./core/translateAgain.ts";

export const translateReleased = (env: PublicEnv, ids: readonly string[]): Promise<TranslatedAgain> =>
  translateAgain(createTranslateLines(pageHttp(env)), ids);
