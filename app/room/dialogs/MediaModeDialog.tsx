import { MEDIA_MODES } from "~/call/mediaMode.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";

/** Selects the media mode: everything, audio, or text. A change applies at once. */
export function MediaModeDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useMessages();
  const { call } = useRoom();
  const mode = useCallView((view) => view.mode);
  return (
    <Dialog open={open} onClose={onClose} title={t("more.mode")} theme="dark">
      <fieldset className="mt-4 grid gap-2">
        <legend className="sr-only">{t("more.mode")}</legend>
        {MEDIA_MODES.map((option) => (
          <label
            key={option}
            className="flex cursor-pointer items-start gap-3 rounded-m border border-line p-3.5 leading-snug has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name="mode"
              value={option}
              checked={option === mode}
              onChange={() => call.setMode(option)}
              className="mt-0.5 size-5 flex-none accent-(--accent)"
            />
            <span>
              <span className="font-strong">{t(`call.mode.${option}`)}</span>
              <span className="mt-0.5 block text-14 text-ink-soft">{t(`more.${option}.text`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
