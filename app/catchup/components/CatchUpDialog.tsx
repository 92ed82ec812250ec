import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Room } from "~/calls/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { type CatchUp, createCatchUp } from "../core/catchUp.ts";
import type { Gap } from "../core/gaps.ts";
import { Lines } from "./Lines.tsx";
import { Marks } from "./Marks.tsx";
import { usePeople } from "./usePeople.ts";

interface CatchUpDialogProps {
  open: boolean;
  gap: Gap;
  room: Room;
  /** Put away; it is still offered. */
  onClose(): void;
  /** Read to where the call is now. */
  onLive(): void;
}

/** What was missed: what was marked, what was said, and then what is said now. */
export function CatchUpDialog({ open, gap, room, onClose, onLive }: CatchUpDialogProps) {
  const t = useMessages();
  const catchUp = useCatchUp(open, gap, room);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("catchup.title")}
      description={t("catchup.count", { count: gap.lines })}
      theme="dark"
      className="flex max-h-[calc(100dvh-2rem)] max-w-150 flex-col"
      finalFocus={liveEdge}
    >
      {catchUp === null ? <Loading /> : <Read catchUp={catchUp} room={room} onLive={onLive} />}
    </Dialog>
  );
}

/** It is read anew each time that it is opened, and follows the call for as long as it is open. */
function useCatchUp(open: boolean, { callId, after }: Gap, room: Room): CatchUp | null {
  const [catchUp, setCatchUp] = useState<CatchUp | null>(null);
  useEffect(() => {
    if (!open) return;
    const made = createCatchUp({ ...room, gap: { callId, after } });
    setCatchUp(made);
    return () => made.close();
  }, [open, callId, after, room]);
  return catchUp;
}

/**
 * Where somebody goes on who has read it all: the field of the chat where it is open, else the first of the controls. A
 * finger's keyboard does not come up for that.
 */
function liveEdge(): HTMLElement | null {
  const offer = document.querySelector<HTMLElement>("[data-catch-up]");
  if (offer !== null) return offer;
  const field = matchMedia("(pointer: fine)").matches
    ? document.querySelector<HTMLElement>(
        ".call-panel:not([hidden]) [data-panel=chat]:not([hidden]) [data-first-focus]",
      )
    : null;
  return field ?? document.querySelector<HTMLElement>(".call-controls button");
}

function Read({ catchUp, room, onLive }: { catchUp: CatchUp; room: Room; onLive(): void }) {
  const t = useMessages();
  const { loading, error, marks, lines, more } = useSyncExternalStore(catchUp.subscribe, catchUp.getSnapshot);
  const people = usePeople(room);
  const list = useRef<HTMLElement>(null);
  const next = useNext(list, lines.length);
  const live = !loading && error === null && !more;
  return (
    <>
      <section
        ref={list}
        aria-label={t("catchup.title")}
        aria-busy={loading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="-mx-2 mt-4 grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain rounded-m px-2 pb-2"
      >
        <Marks lines={marks} people={people} />
        <Lines lines={lines} people={people} />
        {loading && <Loading />}
        {error !== null && (
          <ErrorNotice
            shape="row"
            code={error.code}
            action={
              <Button size="s" onClick={() => void catchUp.load()}>
                {t("action.retry")}
              </Button>
            }
          />
        )}
        {more && error === null && (
          <Button className="justify-self-start" busy={loading} onClick={() => next(catchUp)}>
            {t("catchup.next")}
          </Button>
        )}
      </section>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-60 leading-snug text-ink-soft">
          {live && t("catchup.live")}
        </p>
        <Button variant={live ? "primary" : "plain"} onClick={onLive}>
          {t("catchup.done")}
        </Button>
      </div>
    </>
  );
}

/** Shows the next lines; the keyboard goes on at the first of them, since the button may be gone with the last. */
function useNext(list: RefObject<HTMLElement>, shown: number): (catchUp: CatchUp) => void {
  const from = useRef<number | null>(null);
  useEffect(() => {
    const first = from.current;
    if (first === null || shown <= first) return;
    from.current = null;
    const turns = [...(list.current?.querySelectorAll<HTMLElement>("[data-at]") ?? [])];
    turns.findLast(({ dataset }) => Number(dataset.at) <= first)?.focus();
  }, [list, shown]);
  return (catchUp) => {
    from.current = shown;
    void catchUp.next();
  };
}

function Loading() {
  return (
    <span className="appear-late grid w-full gap-2">
      <Skeleton className="w-[86%]" />
      <Skeleton className="w-[52%]" />
    </span>
  );
}
