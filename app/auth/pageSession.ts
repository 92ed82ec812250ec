import { systemClock } from "~/lib/clock.ts";
import { openSessionTabs } from "~/lib/sessionTabs.ts";
import { createPageSession, type PageSession } from "./core/createPageSession.ts";

let instance: PageSession | undefined;

/** Returns the only session of this page, in a browser. */
export function pageSession(): PageSession {
  instance ??= createPageSession({
    fetch: (...request) => fetch(...request),
    clock: systemClock,
    tabs: openSessionTabs,
    onWake(woken) {
      const onVisible = () => {
        if (document.visibilityState === "visible") woken();
      };
      const onPageShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) woken();
      };
      document.addEventListener("visibilitychange", onVisible);
      window.addEventListener("online", woken);
      window.addEventListener("pageshow", onPageShow);
      return () => {
        document.removeEventListener("visibilitychange", onVisible);
        window.removeEventListener("online", woken);
        window.removeEventListener("pageshow", onPageShow);
      };
    },
  });
  return instance;
}
