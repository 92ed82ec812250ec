/** The English messages of a page that has loaded all its parts. The Worker has no copy of those that only browsers show. */

import type { Messages } from "../../app/i18n/generated/messages.ts";
import { NAMESPACE_MESSAGES } from "../../app/i18n/generated/namespaces.client.ts";

const parts = await Promise.all(Object.values(NAMESPACE_MESSAGES.en).map(async (load) => (await load()).default));
export const BROWSER_MESSAGES: Messages = Object.assign({}, ...parts);
