import { systemClock } from "~/platform/clock.ts";
import { browserTabs } from "~/platform/tabs.ts";
import { createSession, type PageSession } from "./core/session.ts";

let made: PageSession | undefined;

/** The one session of this page, in a browser. */
export function pageSession(): PageSession {
  made ??= createSession({
    fetch: (...request) => fetch(...request),
    clock: systemClock,
    tabs: browserTabs,
    onWake(woken) {
      const shown = () => {
        if (document.visibilityState === "visible") woken();
      };
      const restored = ({ persisted }: PageTransitionEvent) => {
        if (persisted) woken();
      };
      document.addEventListener("visibilitychange", shown);
      window.addEventListener("online", woken);
      window.addEventListener("pageshow", restored);
      return () => {
        document.removeEventListener("visibilitychange", shown);
        window.removeEventListener("online", woken);
        window.removeEventListener("pageshow", restored);
      };
    },
  });
  return made;
}
