import { type ReactNode, useSyncExternalStore } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useTranslationFailureText } from "~/translation/useTranslationFailureText.ts";
import { cx } from "~/ui/cx.ts";
import { type Caption, type CaptionDisplay, displayedCaption } from "../core/captionDisplay.ts";
import { type CaptionPreferences, captionPreferences } from "../core/captionPreferences.ts";

interface CaptionBandProps {
  display: CaptionDisplay;
  participants: ParticipantsById;
  preferences: CaptionPreferences;
  /** Shown while nobody speaks. */
  idle: ReactNode;
}

/**
 * Shows current captions in the reader's language, optionally with the original. Hidden from screen readers, whose users
 * read the log at their own pace.
 */
export function CaptionBand({ display, participants, preferences, idle }: CaptionBandProps) {
  const { band } = useSyncExternalStore(display.subscribe, display.getSnapshot);
  if (band.length === 0) return idle;
  return (
    <div aria-hidden="true">
      {band.map((caption, index) => {
        const person = participants.get(caption.speaker);
        // The reason stands once, after the last caption of the speaker.
        const isLast = band[index + 1]?.speaker !== caption.speaker;
        return (
          <div key={caption.id} data-person={person?.colour ?? 1} className="caption-row">
            <bdi className={cx("caption-name", !preferences.strong && "text-person")}>{person?.display_name}</bdi>
            <div className="min-w-0">
              <CaptionText caption={caption} original={preferences.original} />
              {isLast && <OriginalReason caption={caption} />}
            </div>
            <OriginalLanguage caption={caption} preferences={preferences} />
          </div>
        );
      })}
    </div>
  );
}

/** Shows the end of a caption, so that the name beside it stays in the band. */
function CaptionText({ caption, original }: { caption: Caption; original: boolean }) {
  const { display, text, language, final } = caption;
  const words = displayedCaption(caption);
  const withOriginal = original && display.kind === "translated";
  return (
    <>
      <p
        lang={words.language}
        dir={LANGUAGES[words.language].dir}
        className={cx(
          "flex flex-col justify-end overflow-hidden wrap-anywhere",
          withOriginal ? "max-h-[2lh]" : "max-h-[3lh]",
          (!final || display.kind === "on-its-way") && "opacity-70",
        )}
      >
        {words.text}
      </p>
      {withOriginal && (
        <p lang={language} dir={LANGUAGES[language].dir} className="line-clamp-1 text-[0.7em] leading-snug opacity-70">
          {text}
        </p>
      )}
    </>
  );
}

/** Names the original language of a translated caption. A press shows or hides the originals. */
function OriginalLanguage({ caption, preferences }: { caption: Caption; preferences: CaptionPreferences }) {
  const t = useMessages();
  const format = useFormatters();
  if (caption.display.kind !== "translated") return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => captionPreferences.update({ original: !preferences.original })}
      className="caption-from"
    >
      {t("chat.from", { language: format.languageName(caption.language) })}
    </button>
  );
}

/** Explains why a final caption is not translated. */
function OriginalReason({ caption }: { caption: Caption }) {
  const t = useMessages();
  const format = useFormatters();
  const reason = useTranslationFailureText();
  if (!caption.final || caption.display.kind !== "unavailable") return null;
  const language = format.languageName(caption.language);
  return (
    <p className="truncate text-13 leading-snug opacity-70">
      {t("chat.unavailable", { language, reason: reason(caption.display.reason) })}
    </p>
  );
}
