import CaptionsIcon from "lucide-react/icons/captions";
import CaptionsOff from "lucide-react/icons/captions-off";
import type { RecognisedBy } from "#contracts/realtime.ts";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";

const SOURCE_MESSAGES = {
  off: "people.heard.off",
  device: "people.heard.device",
  server: "people.heard.server",
  browser: "people.heard.browser",
  person: "people.heard.person",
} as const satisfies Record<RecognisedBy, MessageKey>;

/** The recogniser of a participant. `typist`: name of the participant who types their captions. */
export function CaptionSource({ by, typist }: { by: RecognisedBy; typist: string | null }) {
  const t = useMessages();
  const Icon = by === "off" && typist === null ? CaptionsOff : CaptionsIcon;
  return (
    <p className="mt-1 flex gap-1.5 text-13 leading-snug text-ink-soft">
      <Icon className="mt-px size-4" />
      <span className="min-w-0">
        {typist === null ? t(SOURCE_MESSAGES[by]) : t.rich("people.heard.typed", { name: <bdi>{typist}</bdi> })}
      </span>
    </p>
  );
}
