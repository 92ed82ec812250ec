import { useState, useSyncExternalStore } from "react";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import type { CaptionSession } from "../captionSession.ts";
import type { CaptionSourcePreference } from "../core/recognition.ts";
import { RECOGNISER_LABELS } from "./recogniserLabels.ts";

/** The choices that most people need: nobody listens, this device listens, or the operator's server. */
export const SIMPLE_SOURCES = ["off", "device", "server"] as const satisfies readonly CaptionSourcePreference[];
const ALL_SOURCES = [
  "off",
  "auto",
  "device",
  "server",
  "browser",
] as const satisfies readonly CaptionSourcePreference[];
const DESCRIPTIONS = {
  auto: "captions.by.autoText",
  device: "captions.by.deviceText",
  server: "captions.by.serverText",
  browser: "captions.by.browserText",
  off: "captions.by.offText",
} as const satisfies Record<CaptionSourcePreference, MessageKey>;

interface VoiceChoicesProps {
  session: CaptionSession;
  /** Whether every engine is offered. */
  all: boolean;
}

/** Chooses what turns the local participant's voice into captions. Each choice states where the sound goes. */
export function VoiceChoices({ session, all }: VoiceChoicesProps) {
  const t = useMessages();
  const { recognition, preferences } = session;
  const { wish } = useSyncExternalStore(preferences.subscribe, preferences.getSnapshot);
  const { available, state } = useSyncExternalStore(recognition.subscribe, recognition.getSnapshot);
  const choose = (source: CaptionSourcePreference) => {
    preferences.update({ wish: source });
    recognition.setPreference(source);
  };
  const isAvailable = (source: CaptionSourcePreference) =>
    source === "off" || (source === "auto" ? available.some((name) => name !== "browser") : available.includes(source));
  /** Explains a disabled source. "Automatic" mentions typists if no source is available. */
  const unavailableReason = (source: CaptionSourcePreference) =>
    source === "auto" && available.length === 0 ? "captions.none" : "captions.by.missing";
  return (
    <>
      <fieldset className="grid grid-cols-[minmax(0,1fr)]">
        <legend className="mb-1 font-strong">{t("captions.voice")}</legend>
        {(all ? ALL_SOURCES : SIMPLE_SOURCES).map((source) => (
          <label
            key={source}
            className="-mx-2 flex min-h-control cursor-pointer items-start gap-3 rounded-m px-2 py-1.5 leading-snug hover:bg-hover has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:text-ink-off has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name="wish"
              value={source}
              checked={source === wish}
              disabled={!isAvailable(source)}
              onChange={() => choose(source)}
              className="mt-0.5 size-5 flex-none accent-(--accent)"
            />
            <span>
              <span className="text-14 font-strong">{t(RECOGNISER_LABELS[source])}</span>
              <span className="block text-13 text-ink-soft">
                {t(isAvailable(source) ? DESCRIPTIONS[source] : unavailableReason(source))}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {state.name === "none" && state.download && <ModelDownload session={session} />}
    </>
  );
}

/** Downloads the model of the recogniser on this device. */
function ModelDownload({ session }: { session: CaptionSession }) {
  const t = useMessages();
  const [downloading, setDownloading] = useState<"no" | "yes" | "failed">("no");
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button
        size="s"
        disabled={downloading === "yes"}
        onClick={() => {
          setDownloading("yes");
          void session.recognition.download().then((downloaded) => setDownloading(downloaded ? "no" : "failed"));
        }}
      >
        {t("captions.download")}
      </Button>
      <span role="status" className="text-14 text-ink-soft">
        {downloading === "yes" && t("captions.downloading")}
        {downloading === "failed" && t("captions.downloadFailed")}
      </span>
    </div>
  );
}
