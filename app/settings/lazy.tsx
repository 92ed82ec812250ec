import { lazyComponent } from "~/ui/lazy.tsx";

export const LazySingleKeysSwitch = lazyComponent(
  [],
  async () => (await import("~/room/SingleKeysSwitch.tsx")).SingleKeysSwitch,
);

export const LazyPrivateHintSwitch = lazyComponent(
  "captions",
  async () => (await import("~/insights/PrivateHintSwitch.tsx")).PrivateHintSwitch,
);
