import History from "lucide-react/icons/history";
import X from "lucide-react/icons/x";
import { useState } from "react";
import type { Room } from "~/calls/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { lateComponent } from "~/ui/late.tsx";
import type { Gap } from "../core/gaps.ts";
import type { Missed } from "./useGaps.ts";

const CatchUpDialog = lateComponent("transcripts", () =>
  import("./CatchUpDialog.tsx").then((loaded) => loaded.CatchUpDialog),
);

interface CatchUpProps extends Missed {
  room: Room;
}

/** A quiet offer to who came late or was away, and what they then read. It never opens by itself. */
export function CatchUp({ room, gaps, gap }: CatchUpProps) {
  const t = useMessages();
  // As it was when it was opened: it stays while it is read, whatever is offered meanwhile.
  const [read, setRead] = useState<Gap | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      {gap !== null && (
        <Banner
          icon={<History />}
          className="max-w-full justify-self-center"
          action={
            <div className="flex gap-2">
              <Button
                data-catch-up=""
                onPointerEnter={CatchUpDialog.preload}
                onFocus={CatchUpDialog.preload}
                onClick={() => {
                  setRead(gap);
                  setOpen(true);
                }}
              >
                {t("catchup.open")}
              </Button>
              <IconButton label={t("catchup.dismiss")} icon={<X />} onClick={() => gaps?.settle()} />
            </div>
          }
        >
          {t("catchup.offer", { count: gap.lines })}
        </Banner>
      )}
      {read !== null && (
        <CatchUpDialog
          key={`${read.callId} ${read.after}`}
          open={open}
          gap={read}
          room={room}
          onClose={() => setOpen(false)}
          onLive={() => {
            setOpen(false);
            gaps?.settle();
          }}
        />
      )}
    </>
  );
}
