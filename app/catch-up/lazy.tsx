/** The catch-up offer, which a call loads after the first video frames. */
import { lazyComponent } from "~/ui/lazy.tsx";

export const CatchUp = lazyComponent("catchup", () =>
  import("./components/CatchUp.tsx").then((loaded) => loaded.CatchUp),
);
