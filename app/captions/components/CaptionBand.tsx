import { useSyncExternalStore } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useTranslationFailureText } from "~/translation/useTranslationFailureText.ts";
import { cx } from "~/ui/cx.ts";
import { personColour } from "~/ui/person.ts";
import { type Caption, type CaptionDisplay, displayedCaption } from "../core/captionDisplay.ts";
import type { CaptionPreferences } from "../core/captionPreferences.ts";

const SIZE_CLASSES = {
  s: "text-16",
  m: "text-[clamp(1.125rem,1.6cqi+0.5rem,1.5rem)]",
  l: "text-[clamp(1.375rem,2.4cqi+0.5rem,2rem)]",
} as const;

interface CaptionBandProps {
  display: CaptionDisplay;
  participants: ParticipantsById;
  preferences: CaptionPreferences;
}

/**
 * Shows current captions in the reader's language, optionally with the original. Hidden from screen readers, whose users
 * read the log at their own pace.
 */
export function CaptionBand({ display, participants, preferences }: CaptionBandProps) {
  const { band } = useSyncExternalStore(display.subscribe, display.getSnapshot);
  const { size, strong, original } = preferences;
  if (band.length === 0) return null;
  return (
    <div
      aria-hidden="true"
      className={cx(
        "mx-auto grid w-full max-w-230 gap-2 px-5 pt-3 text-ink",
        SIZE_CLASSES[size],
        strong && "rounded-m bg-black py-2 text-white",
      )}
    >
      {groupBySpeaker(band).map(({ speaker, captions }) => {
        const person = participants.get(speaker);
        return (
          <div key={speaker} data-person={personColour(person?.number ?? 1)} className="flex items-start gap-4">
            <bdi
              className={cx(
                "mt-[0.25em] max-w-32 flex-none truncate text-14 leading-snug font-strong",
                strong ? "text-white" : "text-person",
              )}
            >
              {person?.display_name}
            </bdi>
            <div className="min-w-0 flex-1">
              {captions.map((caption) => (
                <CaptionText key={caption.id} caption={caption} original={original} />
              ))}
              <OriginalReason captions={captions} />
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Shows the end of a caption: two lines of rolling interim text, more of a final sentence. */
function CaptionText({ caption, original }: { caption: Caption; original: boolean }) {
  const { display, text, language, final } = caption;
  const words = displayedCaption(caption);
  return (
    <>
      <p
        lang={words.language}
        dir={LANGUAGES[words.language].dir}
        className={cx(
          "flex flex-col justify-end overflow-hidden leading-snug",
          final ? "max-h-[4lh]" : "max-h-[2lh]",
          (!final || display.kind === "on-its-way") && "opacity-70",
        )}
      >
        {words.text}
      </p>
      {original && display.kind === "translated" && (
        <p lang={language} dir={LANGUAGES[language].dir} className="line-clamp-4 text-[0.7em] leading-snug opacity-70">
          {text}
        </p>
      )}
    </>
  );
}

/** Explains once for each speaker why the last caption is not translated. */
function OriginalReason({ captions }: { captions: readonly Caption[] }) {
  const t = useMessages();
  const format = useFormatters();
  const reason = useTranslationFailureText();
  const last = captions.findLast(({ final }) => final);
  if (last?.display.kind !== "unavailable") return null;
  const language = format.languageName(last.language);
  return (
    <p className="text-13 leading-snug opacity-70">
      {t("chat.unavailable", { language, reason: reason(last.display.reason) })}
    </p>
  );
}

/** Groups captions by speaker, in the order of the band. */
function groupBySpeaker(band: readonly Caption[]) {
  const groups: { speaker: string; captions: Caption[] }[] = [];
  for (const caption of band) {
    const group = groups.find(({ speaker }) => speaker === caption.speaker);
    if (group === undefined) groups.push({ speaker: caption.speaker, captions: [caption] });
    else group.captions.push(caption);
  }
  return groups;
}
