import { lazyModule } from "~/ui/lazy.tsx";

/** Loads on a pre-join page whose visitors have to knock. */
export const lazyWaitingRoom = lazyModule("waiting", () => import("./components/WaitingRoom.tsx"));
