import VolumeX from "lucide-react/icons/volume-x";
import X from "lucide-react/icons/x";
import { useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";

export interface Trouble {
  readonly code: ErrorCode;
  /** A press that may mend it. */
  readonly retry?: () => void;
}

interface NoticesProps {
  trouble: Trouble | null;
  /** Of microphone and camera: said once, and then the control shows it. */
  devices: readonly Trouble[];
  soundBlocked: boolean;
  onSound(from: Element): void;
}

/** What is wrong, in a row of its own above the faces; the tiles make room. */
export function Notices({ trouble, devices, soundBlocked, onSound }: NoticesProps) {
  const t = useMessages();
  const [dismissed, setDismissed] = useState<ReadonlySet<ErrorCode>>(new Set());
  const shown = [...new Map(devices.map((device) => [device.code, device])).values()].filter(
    ({ code }) => !dismissed.has(code),
  );
  return (
    <div className="call-notices grid gap-2 px-3 pb-3 empty:hidden @s/call:px-5">
      {trouble && (
        <ErrorNotice shape="row" code={trouble.code} action={trouble.retry && <Retry onPress={trouble.retry} />} />
      )}
      {shown.map(({ code, retry }) => (
        <ErrorNotice
          key={code}
          shape="row"
          code={code}
          action={
            <>
              {retry && <Retry onPress={retry} />}
              <IconButton
                size="s"
                label={t("action.close")}
                icon={<X />}
                onClick={() => setDismissed(new Set([...dismissed, code]))}
              />
            </>
          }
        />
      ))}
      {soundBlocked && (
        <Banner
          tone="warning"
          icon={<VolumeX />}
          className="mx-auto w-max max-w-full"
          action={
            <Button variant="primary" onClick={(event) => onSound(event.currentTarget)}>
              {t("call.soundOn")}
            </Button>
          }
        >
          {t("call.soundBlocked")}
        </Banner>
      )}
    </div>
  );
}

function Retry({ onPress }: { onPress(): void }) {
  const t = useMessages();
  return (
    <Button size="s" onClick={onPress}>
      {t("action.retry")}
    </Button>
  );
}
