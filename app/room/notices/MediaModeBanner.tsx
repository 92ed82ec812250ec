import type { MediaMode } from "~/call/mediaMode.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";

/** Shows the reduced media mode, with a button to leave it. */
export function MediaModeBanner({ mode, onBack }: { mode: Exclude<MediaMode, "all">; onBack(): void }) {
  const t = useMessages();
  return (
    <Banner
      action={
        <Button size="s" onClick={onBack}>
          {t("call.modeBack")}
        </Button>
      }
    >
      {t(`call.modeNow.${mode}`)}
    </Banner>
  );
}
