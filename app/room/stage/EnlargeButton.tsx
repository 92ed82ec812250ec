import Maximize from "lucide-react/icons/maximize";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";

/** A chunk of its own, loaded with the first click. It cannot stand in `lazy.tsx`, which leads here. */
const ScreenViewer = lazyComponent([], async () => (await import("./ScreenViewer.client.tsx")).ScreenViewer);

/** Opens a shared screen in full size. Always visible, because phones have no hover. */
export function EnlargeButton({ stream, label }: { stream: MediaStream; label: string }) {
  const t = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t("call.enlarge", { name: label })}
        title={t("call.enlarge", { name: label })}
        onClick={() => setOpen(true)}
        onDoubleClick={(event) => event.stopPropagation()}
        className="tile-enlarge"
      >
        <Maximize className="size-5" />
      </button>
      {open && <ScreenViewer stream={stream} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}
