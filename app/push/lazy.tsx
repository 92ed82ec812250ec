/** The switch of reminders, which loads after the page. */
import { lazyModule } from "~/ui/lazy.tsx";

export const { LazyBoundary: LazyPushSwitch } = lazyModule(
  ["push", "errors"],
  () => import("./components/PushSwitch.client.tsx"),
);
