import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { Video } from "~/ui/Tile.tsx";

/** A small preview of the local participant's shared screen, with a button to stop sharing. */
export function ScreenSharePreview({ stream, onStop }: { stream: MediaStream; onStop(): void }) {
  const t = useMessages();
  return (
    <Banner
      icon={
        <span className="relative block -ms-2 h-9 w-16 flex-none overflow-hidden rounded-s bg-room">
          <Video stream={stream} label={t("call.sharing")} isLocal isScreen videoOff={false} />
        </span>
      }
      action={
        <Button size="s" onClick={onStop}>
          {t("call.shareStop")}
        </Button>
      }
    >
      {t("call.sharing")}
    </Banner>
  );
}
