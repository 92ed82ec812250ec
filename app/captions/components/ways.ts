/** The ways in which a voice becomes text, as people read of them. */
import type { MessageKey } from "~/i18n/index.tsx";
import type { Wish } from "../core/recognising.ts";

export const WAYS = {
  auto: "captions.by.auto",
  device: "captions.by.device",
  server: "captions.by.server",
  browser: "captions.by.browser",
  off: "captions.by.off",
} as const satisfies Record<Wish, MessageKey>;
