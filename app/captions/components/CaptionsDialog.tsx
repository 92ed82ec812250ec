import ChevronRight from "lucide-react/icons/chevron-right";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { Participant } from "#contracts/meetings.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { PrivateHintSwitch } from "~/insights/PrivateHintSwitch.tsx";
import { cx } from "~/ui/cx.ts";
import { Dialog } from "~/ui/Dialog.tsx";
import { SegmentedControl } from "~/ui/SegmentedControl.tsx";
import { Switch } from "~/ui/Switch.tsx";
import type { CaptionSession } from "../captionSession.ts";
import { captionsShown } from "../captionsShown.ts";
import type { CaptionSourcePreference } from "../core/recognition.ts";
import { TypistSelect } from "./TypistSelect.tsx";
import { SIMPLE_SOURCES, VoiceChoices } from "./VoiceChoices.tsx";

interface CaptionsDialogProps {
  open: boolean;
  onClose(): void;
  session: CaptionSession;
  participants: ParticipantsById;
  me: Participant | null;
  /** Chooses the reading language. */
  readingLanguage: ReactNode;
}

/** Two separate questions: how captions are shown, and whether the local participant's voice is captioned. */
export function CaptionsDialog({ open, onClose, session, participants, me, readingLanguage }: CaptionsDialogProps) {
  const t = useMessages();
  const { preferences } = session;
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.getSnapshot);
  const shown = useSyncExternalStore(captionsShown().subscribe, captionsShown().getSnapshot);
  const isSimple = (source: CaptionSourcePreference) => SIMPLE_SOURCES.some((simple) => simple === source);
  const [more, setMore] = useState(!isSimple(chosen.wish));
  return (
    <Dialog open={open} onClose={onClose} title={t("captions.title")} placement="bar">
      <Switch
        label={t("captions.show")}
        checked={shown}
        onChange={captionsShown().set}
        className="mt-1 flex-row-reverse"
      />
      <div className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        {readingLanguage}
        <div className="grid gap-1">
          <span aria-hidden="true" className="text-14 text-ink-soft">
            {t("captions.size")}
          </span>
          <SegmentedControl
            label={t("captions.size")}
            value={chosen.size}
            onChange={(size) => preferences.update({ size })}
            options={[
              { value: "s", label: <SizeLabel name={t("captions.size.s")} className="text-13" /> },
              { value: "m", label: <SizeLabel name={t("captions.size.m")} className="text-16" /> },
              { value: "l", label: <SizeLabel name={t("captions.size.l")} className="text-20" /> },
            ]}
          />
        </div>
      </div>
      <div className="-mx-4 my-3 border-t border-line" />
      <VoiceChoices session={session} all={more} />
      {more && (
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
          <TypistSelect {...{ session, participants, me }} />
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
          <PrivateHintSwitch />
        </div>
      )}
      <button
        type="button"
        aria-expanded={more}
        onClick={() => setMore(!more)}
        className="-mx-4 mt-3 -mb-4 flex min-h-control w-[calc(100%+2rem)] items-center gap-3 border-t border-line px-4 text-start text-14 font-strong hover:bg-hover"
      >
        <span className="flex-1">{t(more ? "captions.fewer" : "captions.more")}</span>
        <ChevronRight className={cx("size-4 rtl:-scale-x-100", more && "-rotate-90 rtl:rotate-90")} />
      </button>
    </Dialog>
  );
}

/** A letter in the size that it stands for. */
function SizeLabel({ name, className }: { name: string; className: string }) {
  return (
    <>
      <span aria-hidden="true" className={cx("after:content-['A']", className)} />
      <span className="sr-only">{name}</span>
    </>
  );
}
