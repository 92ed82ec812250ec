/** What a call knows of captions before they are loaded. */
import { preferences } from "./preferences.ts";

export { preferences };

export const toggleCaptions = () => preferences.change({ shown: !preferences.getSnapshot().shown });
