/** The charts, which load when the reader opens the first one. */
import { lazyModule } from "~/ui/lazy.tsx";

export const { LazyBoundary: LazyChart, preload: preloadChart } = lazyModule(
  [],
  () => import("./components/Chart.client.tsx"),
);
