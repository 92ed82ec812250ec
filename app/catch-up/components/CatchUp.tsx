import History from "lucide-react/icons/history";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";
import type { Absence } from "../core/absenceTracker.ts";
import type { CatchUpSource } from "../core/catchUpStore.ts";
import type { AbsenceState } from "../useAbsences.ts";

const CatchUpDialog = lazyComponent("transcripts", () =>
  import("./CatchUpDialog.tsx").then((loaded) => loaded.CatchUpDialog),
);

interface CatchUpProps extends AbsenceState {
  room: CatchUpSource;
}

/** Offers the lines of an absence, and shows them on request. Never opens by itself. */
export function CatchUp({ room, tracker, absence }: CatchUpProps) {
  const t = useMessages();
  // The dialog keeps the absence that it was opened with, also when the offer changes.
  const [openedAbsence, setOpenedAbsence] = useState<Absence | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      {absence !== null && (
        <Banner
          icon={<History />}
          action={
            <>
              <Button
                size="s"
                data-catch-up=""
                onPointerEnter={CatchUpDialog.preload}
                onFocus={CatchUpDialog.preload}
                onClick={() => {
                  setOpenedAbsence(absence);
                  setOpen(true);
                }}
              >
                {t("catchup.open")}
              </Button>
              <IconButton size="s" label={t("catchup.dismiss")} icon={<X />} onClick={() => tracker?.dismiss()} />
            </>
          }
        >
          {t("catchup.offer", { count: absence.lineCount })}
        </Banner>
      )}
      {openedAbsence !== null && (
        <CatchUpDialog
          key={`${openedAbsence.callId} ${openedAbsence.ranges[0]?.after}`}
          open={open}
          absence={openedAbsence}
          room={room}
          onClose={() => setOpen(false)}
          onLive={() => {
            setOpen(false);
            tracker?.dismiss();
          }}
        />
      )}
    </>
  );
}
