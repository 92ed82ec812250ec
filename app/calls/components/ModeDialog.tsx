import { useMessages } from "~/i18n/index.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { MODES, type Mode } from "../core/mode.ts";

interface ModeDialogProps {
  open: boolean;
  mode: Mode;
  onMode(mode: Mode): void;
  onClose(): void;
}

/** All of the call, its sound alone, or its words alone; each holds at once. */
export function ModeDialog({ open, mode, onMode, onClose }: ModeDialogProps) {
  const t = useMessages();
  return (
    <Dialog open={open} onClose={onClose} title={t("more.mode")} theme="dark">
      <fieldset className="mt-4 grid gap-2">
        <legend className="sr-only">{t("more.mode")}</legend>
        {MODES.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-3 rounded-m border border-line p-3.5 leading-snug has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name="mode"
              value={one}
              checked={one === mode}
              onChange={() => onMode(one)}
              className="mt-0.5 size-5 flex-none accent-(--accent)"
            />
            <span>
              <span className="font-strong">{t(`call.mode.${one}`)}</span>
              <span className="mt-0.5 block text-14 text-ink-soft">{t(`more.${one}.text`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
