import Volume2 from "lucide-react/icons/volume-2";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import type { DevicesSnapshot } from "../devices.ts";
import { playTestSound } from "../testSound.ts";
import { DeviceSelect } from "./DeviceSelect.tsx";

interface SpeakerSettingsProps {
  devices: Pick<DevicesSnapshot, "speakers" | "chosen" | "canChooseSpeaker">;
  onChange(id: string): void;
}

/** Selects the speaker, if the browser allows it, and plays a test sound. */
export function SpeakerSettings({ devices: { speakers, chosen, canChooseSpeaker }, onChange }: SpeakerSettingsProps) {
  const t = useMessages();
  const [test, setTest] = useState<"none" | "playing" | "played" | "failed">("none");
  const play = async () => {
    setTest("playing");
    const result = await playTestSound(canChooseSpeaker ? chosen.speaker : null);
    setTest(result.ok ? "played" : "failed");
  };
  const selectable = canChooseSpeaker && speakers.length > 1;
  return (
    <section className="grid gap-2">
      {selectable ? (
        <DeviceSelect
          label={t("devices.speaker")}
          devices={speakers}
          selectedId={chosen.speaker}
          onChange={(id) => {
            setTest("none");
            onChange(id);
          }}
        />
      ) : (
        <>
          <h3 className="text-14 font-strong">{t("devices.speaker")}</h3>
          <p className="text-14 text-pretty text-ink-soft">
            {t(canChooseSpeaker ? "devices.onlySpeaker" : "devices.systemSpeaker")}
          </p>
        </>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="s" busy={test === "playing"} onClick={() => void play()}>
          {test !== "playing" && <Volume2 className="size-4" />}
          {test === "playing" ? t("devices.playing") : t("devices.test")}
        </Button>
        <p
          role="status"
          className="min-w-0 flex-1 basis-48 text-14 leading-snug text-pretty text-ink-soft empty:hidden"
        >
          {(test === "playing" || test === "played") && t("devices.heard")}
          {test === "failed" && t("devices.notPlayed")}
        </p>
      </div>
    </section>
  );
}
