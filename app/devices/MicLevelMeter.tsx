import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import { useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { Store } from "~/lib/store.ts";
import { cx } from "~/ui/cx.ts";
import { type DeviceControlView, isLive } from "./deviceControlView.ts";

const METER_STEPS = 14;
const SEGMENTS = Array.from({ length: METER_STEPS }, (_, index) => index);
const silentLevel = { getSnapshot: () => 0, subscribe: () => () => {} };

interface MicLevelMeterProps {
  microphone: DeviceControlView;
  /** 0 to 1. */
  level: Store<number>;
  silent: boolean;
  /** Whether the browser shows its permission prompt. */
  permissionPending: boolean;
  className?: string;
}

/** Shows the microphone's level in steps and as text. Re-renders only when the level crosses a step. */
export function MicLevelMeter({ microphone, level, silent, permissionPending, className }: MicLevelMeterProps) {
  const t = useMessages();
  const micLive = isLive(microphone);
  const source = micLive ? level : silentLevel;
  const litSegments = useSyncExternalStore(
    source.subscribe,
    () => Math.round(Math.min(1, Math.max(0, source.getSnapshot())) * METER_STEPS),
    () => 0,
  );
  const statusText = () => {
    if (permissionPending) return null;
    if (microphone.error !== null) return t("prejoin.microphoneMissing");
    if (!microphone.on) return t("prejoin.microphoneOff");
    if (silent) return t("prejoin.nothingHeard");
    return litSegments > 1 ? t("prejoin.heard") : t("prejoin.silent");
  };
  return (
    <div className={cx("flex items-center gap-3 text-14 leading-snug text-ink-soft", className)}>
      {micLive ? <Mic className="flex-none" /> : <MicOff className="flex-none" />}
      <meter className="sr-only" aria-label={t("prejoin.level")} min={0} max={METER_STEPS} value={litSegments} />
      <span aria-hidden="true" className="flex max-w-55 flex-1 gap-[3px]">
        {SEGMENTS.map((index) => (
          <span
            key={index}
            className={cx("ui-track h-2 flex-1 rounded-[3px]", index < litSegments ? "ui-fill bg-accent" : "bg-line")}
          />
        ))}
      </span>
      <span className={cx(silent && micLive && "text-warning")}>{statusText()}</span>
    </div>
  );
}
