import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import { useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/index.tsx";
import type { Store } from "~/platform/store.ts";
import { cx } from "~/ui/cx.ts";
import type { ControlView } from "../view.ts";

const STEPS = 14;
const SEGMENTS = Array.from({ length: STEPS }, (_, index) => index);
const silence = { getSnapshot: () => 0, subscribe: () => () => {} };

interface DeviceLevelProps {
  microphone: ControlView;
  /** Loudness 0..1; read often, so it is a store of its own. */
  level: Store<number>;
  /** For seconds nothing has come from it, not even noise. */
  silent: boolean;
  /** The browser is asking the person. */
  asking: boolean;
  className?: string;
}

/** How loud the microphone hears one, in steps, and in words. Draws again only when a step is crossed. */
export function DeviceLevel({ microphone, level, silent, asking, className }: DeviceLevelProps) {
  const t = useMessages();
  const heard = microphone.on && microphone.error === null;
  const source = heard ? level : silence;
  const lit = useSyncExternalStore(
    source.subscribe,
    () => Math.round(Math.min(1, Math.max(0, source.getSnapshot())) * STEPS),
    () => 0,
  );
  const words = () => {
    if (asking) return null;
    if (microphone.error !== null) return t("door.microphoneMissing");
    if (!microphone.on) return t("door.microphoneOff");
    if (silent) return t("door.nothingHeard");
    return lit > 1 ? t("door.heard") : t("door.silent");
  };
  return (
    <div className={cx("flex items-center gap-3 text-14 leading-snug text-ink-soft", className)}>
      {heard ? <Mic className="flex-none" /> : <MicOff className="flex-none" />}
      <meter className="sr-only" aria-label={t("door.level")} min={0} max={STEPS} value={lit} />
      <span aria-hidden="true" className="flex max-w-55 flex-1 gap-[3px]">
        {SEGMENTS.map((index) => (
          <span key={index} className={`h-2 flex-1 rounded-[3px] ${index < lit ? "bg-accent" : "bg-line"}`} />
        ))}
      </span>
      <span className={cx(silent && heard && "text-warning")}>{words()}</span>
    </div>
  );
}
