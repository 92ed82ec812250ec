import { type ComponentType, useEffect, useState } from "react";
import { loadDeviceHelp } from "~/calls/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { PreviewView } from "../view.ts";

interface DeviceTroubleProps extends Pick<PreviewView, "microphone" | "camera"> {
  onRetry(): void;
}

/** Why microphone or camera cannot be had, what to do, and that one may enter all the same. */
export function DeviceTrouble({ microphone, camera, onRetry }: DeviceTroubleProps) {
  const t = useMessages();
  const errors = [...new Set([camera.error, microphone.error].filter((error) => error !== null))];
  if (errors.length === 0) return null;
  const works = camera.error === null ? camera.on : microphone.error === null && microphone.on;
  const rest = camera.error === null ? "door.withoutMicrophone" : "door.withoutCamera";
  return (
    <>
      {errors.map((error) => (
        <ErrorNotice
          key={error}
          code={error}
          shape="row"
          className="mt-4"
          action={
            <Button size="s" onClick={onRetry}>
              {t("action.retry")}
            </Button>
          }
        />
      ))}
      {errors.includes("device/permission-denied") && <Help />}
      <p className="mt-2 text-14 text-ink-soft">{t(works ? rest : "door.withoutMedia")}</p>
    </>
  );
}

/** Comes when it is needed; without it the notice above says enough. */
function Help() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let wanted = true;
    loadDeviceHelp().then(
      (component) => wanted && setLoaded(() => component),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, []);
  return Loaded && <Loaded />;
}
