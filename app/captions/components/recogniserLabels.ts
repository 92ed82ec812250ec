/** Message keys of the sources of captions. */
import type { MessageKey } from "~/i18n/generated/messages.ts";
import type { CaptionSourcePreference } from "../core/recognition.ts";

export const RECOGNISER_LABELS = {
  auto: "captions.by.auto",
  device: "captions.by.device",
  server: "captions.by.server",
  browser: "captions.by.browser",
  off: "captions.by.off",
} as const satisfies Record<CaptionSourcePreference, MessageKey>;
