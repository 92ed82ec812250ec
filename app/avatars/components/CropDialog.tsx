import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { useId, useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { type Crop, MAX_ZOOM, middleCrop, zoomCrop, zoomOf } from "../core/crop.ts";
import { CropArea } from "./CropArea.tsx";
import { ProblemNotice } from "./ProblemNotice.tsx";

interface CropDialogProps {
  /** Null: the dialog is closed. */
  picture: ImageBitmap | null;
  /** Stores the part. */
  save(crop: Crop): Promise<Result<unknown>>;
  onClose(): void;
  /** Element to focus after closing. */
  finalFocus(): HTMLElement | null;
}

/** A button's change of the zoom. */
const ZOOM_STEP = 0.5;

/** Asks which square of the picture becomes the avatar. */
export function CropDialog({ picture, save, onClose, finalFocus }: CropDialogProps) {
  const t = useMessages();
  // Stays while the dialog closes.
  const [part, setPart] = useState<{ picture: ImageBitmap; crop: Crop } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const zoomLabel = useId();
  if (picture !== null && picture !== part?.picture) {
    setPart({ picture, crop: middleCrop(picture) });
    setFailure(null);
  }
  if (part === null) return null;
  const { crop } = part;
  const zoom = zoomOf(crop, part.picture);
  const setCrop = (change: (current: Crop) => Crop) =>
    setPart((current) => current && { ...current, crop: change(current.crop) });
  const setZoom = (next: number) => setCrop((current) => zoomCrop(current, part.picture, next));
  const onSave = async () => {
    setBusy(true);
    setFailure(null);
    const saved = await save(crop);
    setBusy(false);
    if (!saved.ok) setFailure(saved.error.code);
  };
  return (
    <Dialog
      open={picture !== null}
      onClose={() => !busy && onClose()}
      finalFocus={finalFocus}
      title={t("avatars.crop")}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("avatars.cancel")}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void onSave()}>
            {busy ? t("avatars.saving") : t("avatars.save")}
          </Button>
        </>
      }
    >
      <div className="mt-4 grid justify-items-center gap-4">
        <CropArea picture={part.picture} crop={crop} onChange={setCrop} />
        <div className="flex w-full max-w-72 items-center gap-2">
          <IconButton
            size="s"
            label={t("avatars.zoomOut")}
            icon={<Minus />}
            onClick={() => setZoom(zoom - ZOOM_STEP)}
          />
          <label id={zoomLabel} className="sr-only" htmlFor={`${zoomLabel}-range`}>
            {t("avatars.zoom")}
          </label>
          <input
            id={`${zoomLabel}-range`}
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            onChange={({ currentTarget }) => setZoom(currentTarget.valueAsNumber)}
            className="h-control min-w-0 flex-1 accent-accent"
          />
          <IconButton size="s" label={t("avatars.zoomIn")} icon={<Plus />} onClick={() => setZoom(zoom + ZOOM_STEP)} />
        </div>
        {failure && <ProblemNotice problem={failure} />}
      </div>
    </Dialog>
  );
}
