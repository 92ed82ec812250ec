/** The two controls that show their state in words: captions, and the reading language. */
import CaptionsIcon from "lucide-react/icons/captions";
import ChevronUp from "lucide-react/icons/chevron-up";
import LanguagesIcon from "lucide-react/icons/languages";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import { SHORTCUT_KEYS } from "./shortcuts.ts";
import { useCaptionDisplay } from "./useCaptionDisplay.ts";
import { useSingleKeys } from "./useSingleKeys.ts";

/** A press shows or hides captions. The button beside it opens their settings. */
export function CaptionsPill() {
  const t = useMessages();
  const { toggleDialog } = useCallUi();
  const { shown, toggle } = useCaptionDisplay();
  const keysEnabled = useSingleKeys().enabled;
  return (
    <div className="call-pill" data-on={shown}>
      <button
        type="button"
        aria-pressed={shown}
        aria-keyshortcuts={keysEnabled ? SHORTCUT_KEYS.captions : undefined}
        onClick={toggle}
      >
        <CaptionsIcon className="flex-none" />
        <span className="grid min-w-0">
          <span className="truncate text-13 opacity-80">{t("call.captions")}</span>
          <span aria-hidden="true" className="truncate text-14 font-strong">
            {t(shown ? "call.on" : "call.off")}
          </span>
        </span>
      </button>
      <button
        type="button"
        aria-label={t("call.captionSettings")}
        title={t("call.captionSettings")}
        aria-haspopup="dialog"
        onClick={() => toggleDialog("captions")}
      >
        <ChevronUp className="size-4" />
      </button>
    </div>
  );
}

/** Shows the reading language and opens the choice of languages. */
export function LanguagesPill() {
  const t = useMessages();
  const { preJoin } = useRoom();
  const { toggleDialog } = useCallUi();
  const reads = useCallView(({ me }) => me?.reads) ?? preJoin.participant.reads;
  return (
    <div className="call-pill">
      <button type="button" aria-haspopup="dialog" onClick={() => toggleDialog("languages")}>
        <LanguagesIcon className="flex-none" />
        <span className="grid min-w-0 flex-1">
          <span className="truncate text-13 text-ink-soft">{t("call.reading")}</span>
          <LanguageName code={reads} className="truncate text-14 font-strong" />
        </span>
        <ChevronUp className="me-2.5 size-4 flex-none text-ink-soft" />
      </button>
    </div>
  );
}
