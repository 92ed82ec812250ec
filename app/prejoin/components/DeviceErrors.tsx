import { lazyPermissionHelp } from "~/devices/lazy.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { DevicePreviewView } from "../preJoinView.ts";

interface DeviceErrorsProps extends Pick<DevicePreviewView, "microphone" | "camera"> {
  onRetry(): void;
}

/** Errors of microphone and camera, with help and a note that joining works without them. */
export function DeviceErrors({ microphone, camera, onRetry }: DeviceErrorsProps) {
  const t = useMessages();
  const errors = [...new Set([camera.error, microphone.error].filter((error) => error !== null))];
  if (errors.length === 0) return null;
  const works = camera.error === null ? camera.on : microphone.error === null && microphone.on;
  const missingDeviceKey = camera.error === null ? "prejoin.withoutMicrophone" : "prejoin.withoutCamera";
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
      {errors.includes("device/permission-denied") && (
        // If the help does not load, the notice above is enough.
        <lazyPermissionHelp.LazyBoundary onFailed={() => {}}>
          {(PermissionHelp) => <PermissionHelp />}
        </lazyPermissionHelp.LazyBoundary>
      )}
      <p className="mt-2 text-14 text-ink-soft">{t(works ? missingDeviceKey : "prejoin.withoutMedia")}</p>
    </>
  );
}
