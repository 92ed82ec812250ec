import { lazyModule } from "~/ui/lazy.tsx";

export const { LazyBoundary: LazySessionWatch } = lazyModule([], () => import("./SessionWatch.tsx"));
