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

interface CaptionSourceProps {
  by: RecognisedBy;
  /** Name of the participant who types the captions. */
  typist: string | null;
}

export const NO_SOURCE: CaptionSourceProps = { by: "off", typist: null };

/** The recogniser of a participant. */
export function CaptionSource({ by, typist }: CaptionSourceProps) {
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

/** Stands once for the whole call, in place of one text for each person. */
export function NobodyCaptioned({ onStart }: { onStart(): void }) {
  const t = useMessages();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-13 leading-snug text-ink-soft">
      <CaptionsOff className="size-4 flex-none" />
      <span className="min-w-0">{t("people.heard.none")}</span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onStart}
        className="min-h-6 text-accent underline underline-offset-3 pointer-coarse:min-h-control"
      >
        {t("people.heard.start")}
      </button>
    </p>
  );
}
