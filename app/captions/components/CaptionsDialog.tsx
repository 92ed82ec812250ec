import { useId, useState, useSyncExternalStore } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { Timeline } from "~/chat/core/index.ts";
import { type MessageKey, useMessages } from "~/i18n/index.tsx";
import type { LineWorkParts } from "~/transcripts/late.ts";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Segments } from "~/ui/Segments.tsx";
import { Select } from "~/ui/Select.tsx";
import { Switch } from "~/ui/Switch.tsx";
import type { Captioning } from "../core/captioning.ts";
import type { Wish } from "../core/recognising.ts";
import { CaptionLog } from "./CaptionLog.tsx";
import { WAYS } from "./ways.ts";

interface CaptionsDialogProps {
  open: boolean;
  onClose(): void;
  captioning: Captioning;
  participants: ReadonlyMap<string, Participant>;
  me: Participant | null;
  timeline: Timeline;
  lineWork: LineWorkParts;
}

const WISHES = ["auto", "device", "server", "browser", "off"] as const satisfies readonly Wish[];
const TEXTS = {
  auto: "captions.by.autoText",
  device: "captions.by.deviceText",
  server: "captions.by.serverText",
  browser: "captions.by.browserText",
  off: "captions.by.offText",
} as const satisfies Record<Wish, MessageKey>;

/** What makes words of one's voice and where it goes, how captions look, and all that was said. */
export function CaptionsDialog({ open, onClose, captioning, participants, me, ...lines }: CaptionsDialogProps) {
  const t = useMessages();
  const { recognising, captions, preferences } = captioning;
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.getSnapshot);
  const { offered, state } = useSyncExternalStore(recognising.subscribe, recognising.getSnapshot);
  const [downloading, setDownloading] = useState<"no" | "yes" | "failed">("no");
  const choose = (wish: Wish) => {
    preferences.change({ wish });
    recognising.wish(wish);
  };
  const isOffered = (wish: Wish) =>
    wish === "off" || (wish === "auto" ? offered.some((name) => name !== "browser") : offered.includes(wish));
  /** Of a way that there is not; of all of them together the first says that there is somebody else. */
  const whyNot = (wish: Wish) => (wish === "auto" && offered.length === 0 ? "captions.none" : "captions.by.missing");
  return (
    <Dialog open={open} onClose={onClose} title={t("captions.title")} theme="dark" className="max-w-130">
      <fieldset className="mt-4 grid gap-2">
        <legend className="mb-2 font-strong">{t("captions.voice")}</legend>
        {WISHES.map((wish) => (
          <label
            key={wish}
            className="flex cursor-pointer items-start gap-3 rounded-m border border-line p-3.5 leading-snug has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:text-ink-off has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name="wish"
              value={wish}
              checked={wish === chosen.wish}
              disabled={!isOffered(wish)}
              onChange={() => choose(wish)}
              className="mt-0.5 size-5 flex-none accent-(--accent)"
            />
            <span>
              <span className="font-strong">{t(WAYS[wish])}</span>
              <span className="mt-0.5 block text-14 text-ink-soft">
                {t(isOffered(wish) ? TEXTS[wish] : whyNot(wish))}
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
              void recognising.prepare().then((came) => setDownloading(came ? "no" : "failed"));
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
      <TypedBy captioning={captioning} participants={participants} me={me} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
        <h3 className="font-strong">{t("captions.look")}</h3>
        <Switch label={t("captions.show")} checked={chosen.shown} onChange={(shown) => preferences.change({ shown })} />
        <Switch
          label={t("captions.original")}
          checked={chosen.original}
          onChange={(original) => preferences.change({ original })}
        />
        <Switch
          label={t("captions.strong")}
          checked={chosen.strong}
          onChange={(strong) => preferences.change({ strong })}
        />
        <Segments
          label={t("captions.size")}
          value={chosen.size}
          onChange={(size) => preferences.change({ size })}
          options={[
            { value: "s", label: t("captions.size.s") },
            { value: "m", label: t("captions.size.m") },
            { value: "l", label: t("captions.size.l") },
          ]}
        />
        <Segments
          label={t("captions.place")}
          value={chosen.place}
          onChange={(place) => preferences.change({ place })}
          options={[
            { value: "below", label: t("captions.place.below") },
            { value: "above", label: t("captions.place.above") },
          ]}
        />
      </div>
      <h3 className="mt-6 mb-2 font-strong">{t("captions.log")}</h3>
      <CaptionLog captions={captions} participants={participants} {...lines} />
    </Dialog>
  );
}

/** Somebody of the meeting who types what this person says: it takes the place of a recogniser. */
function TypedBy({ captioning, participants, me }: Pick<CaptionsDialogProps, "captioning" | "participants" | "me">) {
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
          void captioning.letType(chosen).then((answer) => !answer.ok && setError(answer.error.code));
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
