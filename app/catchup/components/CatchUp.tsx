import History from "lucide-react/icons/history";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import type { Room } from "~/calls/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { systemClock } from "~/platform/clock.ts";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { lateComponent } from "~/ui/late.tsx";
import { createGaps, type Gap, type Gaps } from "../core/gaps.ts";

const CatchUpDialog = lateComponent("transcripts", () =>
  import("./CatchUpDialog.tsx").then((loaded) => loaded.CatchUpDialog),
);

interface CatchUpProps {
  room: Room;
}

/** A quiet offer to who came late or was away, and what they then read. It never opens by itself. */
export function CatchUp({ room }: CatchUpProps) {
  const { gaps, gap } = useGaps(room);
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

/** Outlives the page. Where it is forbidden, reading the property already throws, and the core forgets. */
const storage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

function useGaps(room: Room): { gaps: Gaps | null; gap: Gap | null } {
  const [gaps, setGaps] = useState<Gaps | null>(null);
  const [gap, setGap] = useState<Gap | null>(null);
  useEffect(() => {
    const made = createGaps({ ...room, clock: systemClock, storage });
    const end = made.subscribe(() => setGap(made.getSnapshot()));
    setGaps(made);
    setGap(made.getSnapshot());
    return () => {
      end();
      made.close();
    };
  }, [room]);
  return { gaps, gap };
}
