import { useId, useState, useSyncExternalStore } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import type { Timeline } from "~/chat/timeline.ts";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { LineEditingOptions } from "~/transcripts/lineEditing.ts";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { SegmentedControl } from "~/ui/SegmentedControl.tsx";
import { Select } from "~/ui/Select.tsx";
import { Switch } from "~/ui/Switch.tsx";
import type { CaptionSession } from "../captionSession.ts";
import type { CaptionSourcePreference } from "../core/recognition.ts";
import { CaptionLog } from "./CaptionLog.tsx";
import { RECOGNISER_LABELS } from "./recogniserLabels.ts";

interface CaptionsDialogProps {
  open: boolean;
  onClose(): void;
  session: CaptionSession;
  participants: ParticipantsById;
  me: Participant | null;
  timeline: Timeline;
  lineEditing: LineEditingOptions;
}

const SOURCE_OPTIONS = [
  "auto",
  "device",
  "server",
  "browser",
  "off",
] as const satisfies readonly CaptionSourcePreference[];
const SOURCE_DESCRIPTIONS = {
  auto: "captions.by.autoText",
  device: "captions.by.deviceText",
  server: "captions.by.serverText",
  browser: "captions.by.browserText",
  off: "captions.by.offText",
} as const satisfies Record<CaptionSourcePreference, MessageKey>;

/** Settings for the source and the appearance of captions, and the caption log. */
export function CaptionsDialog({ open, onClose, session, participants, me, ...lines }: CaptionsDialogProps) {
  const t = useMessages();
  const { recognition, display, preferences } = session;
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.getSnapshot);
  const { available, state } = useSyncExternalStore(recognition.subscribe, recognition.getSnapshot);
  const [downloading, setDownloading] = useState<"no" | "yes" | "failed">("no");
  const chooseSource = (source: CaptionSourcePreference) => {
    preferences.update({ wish: source });
    recognition.setPreference(source);
  };
  const isAvailable = (source: CaptionSourcePreference) =>
    source === "off" || (source === "auto" ? available.some((name) => name !== "browser") : available.includes(source));
  /** Explains a disabled source. "Automatic" mentions typists if no source is available. */
  const unavailableReason = (source: CaptionSourcePreference) =>
    source === "auto" && available.length === 0 ? "captions.none" : "captions.by.missing";
  return (
    <Dialog open={open} onClose={onClose} title={t("captions.title")} theme="dark" className="max-w-130">
      <fieldset className="mt-4 grid gap-2">
        <legend className="mb-2 font-strong">{t("captions.voice")}</legend>
        {SOURCE_OPTIONS.map((source) => (
          <label
            key={source}
            className="flex cursor-pointer items-start gap-3 rounded-m border border-line p-3.5 leading-snug has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:text-ink-off has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name="wish"
              value={source}
              checked={source === chosen.wish}
              disabled={!isAvailable(source)}
              onChange={() => chooseSource(source)}
              className="mt-0.5 size-5 flex-none accent-(--accent)"
            />
            <span>
              <span className="font-strong">{t(RECOGNISER_LABELS[source])}</span>
              <span className="mt-0.5 block text-14 text-ink-soft">
                {t(isAvailable(source) ? SOURCE_DESCRIPTIONS[source] : unavailableReason(source))}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {state.name === "none" && state.download && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button
            size="s"
            disabled={downloading === "yes"}
            onClick={() => {
              setDownloading("yes");
              void recognition.download().then((downloaded) => setDownloading(downloaded ? "no" : "failed"));
            }}
          >
            {t("captions.download")}
          </Button>
          <span role="status" className="text-14 text-ink-soft">
            {downloading === "yes" && t("captions.downloading")}
            {downloading === "failed" && t("captions.downloadFailed")}
          </span>
        </div>
      )}
      <TypistSelect session={session} participants={participants} me={me} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
        <h3 className="font-strong">{t("captions.look")}</h3>
        <Switch label={t("captions.show")} checked={chosen.shown} onChange={(shown) => preferences.update({ shown })} />
        <Switch
          label={t("captions.original")}
          checked={chosen.original}
          onChange={(original) => preferences.update({ original })}
        />
        <Switch
          label={t("captions.strong")}
          checked={chosen.strong}
          onChange={(strong) => preferences.update({ strong })}
        />
        <SegmentedControl
          label={t("captions.size")}
          value={chosen.size}
          onChange={(size) => preferences.update({ size })}
          options={[
            { value: "s", label: t("captions.size.s") },
            { value: "m", label: t("captions.size.m") },
            { value: "l", label: t("captions.size.l") },
          ]}
        />
        <SegmentedControl
          label={t("captions.place")}
          value={chosen.place}
          onChange={(place) => preferences.update({ place })}
          options={[
            { value: "below", label: t("captions.place.below") },
            { value: "above", label: t("captions.place.above") },
          ]}
        />
      </div>
      <h3 className="mt-6 mb-2 font-strong">{t("captions.log")}</h3>
      <CaptionLog display={display} participants={participants} {...lines} />
    </Dialog>
  );
}

/** Selects a participant who types captions for the local participant, instead of a recogniser. */
function TypistSelect({ session, participants, me }: Pick<CaptionsDialogProps, "session" | "participants" | "me">) {
  const t = useMessages();
  const id = useId();
  const [error, setError] = useState<ErrorCode | null>(null);
  const others = [...participants.values()].filter(
    ({ user_id, admission }) => admission === "admitted" && user_id !== me?.user_id,
  );
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="font-strong">
        {t("captions.typedBy")}
      </label>
      <Select
        id={id}
        value={me?.captioner ?? ""}
        disabled={others.length === 0}
        onChange={({ target }) => {
          setError(null);
          const chosen = target.value === "" ? null : target.value;
          void session.setTypist(chosen).then((result) => !result.ok && setError(result.error.code));
        }}
      >
        <option value="">{t("captions.typedByNobody")}</option>
        {others.map(({ user_id, display_name }) => (
          <option key={user_id} value={user_id}>
            {display_name}
          </option>
        ))}
      </Select>
      {error !== null && <ErrorNotice shape="row" code={error} />}
    </div>
  );
}
