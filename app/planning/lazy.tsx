/** The dialogs of plans, which load after the page. */
import { lazyModule } from "~/ui/lazy.tsx";

export const { LazyBoundary: LazyPlanDialogs, preload: preloadPlanDialogs } = lazyModule(
  ["planForm"],
  () => import("./components/PlanDialogs.client.tsx"),
);

/** The private feed, and the reader of calendar files. */
export const { LazyBoundary: LazyCalendarTools, preload: preloadCalendarTools } = lazyModule(
  ["planTools"],
  () => import("./components/CalendarDialogs.client.tsx"),
);
