import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { Absence } from "../core/absenceTracker.ts";
import { type CatchUpSource, type CatchUpStore, createCatchUpStore } from "../core/catchUpStore.ts";
import { MissedLines } from "./MissedLines.tsx";
import { MissedMarks } from "./MissedMarks.tsx";
import { useParticipants } from "./useParticipants.ts";

interface CatchUpDialogProps {
  open: boolean;
  absence: Absence;
  room: CatchUpSource;
  /** Closes the dialog. The lines are still offered. */
  onClose(): void;
  /** Closes the dialog for good: everything was read. */
  onLive(): void;
}

/** Shows the missed marks and lines, then new lines as they are written. */
export function CatchUpDialog({ open, absence, room, onClose, onLive }: CatchUpDialogProps) {
  const t = useMessages();
  const catchUp = useCatchUp(open, absence, room);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("catchup.title")}
      description={t("catchup.count", { count: absence.lineCount })}
      theme="dark"
      className="flex max-h-[calc(100dvh-2rem)] max-w-150 flex-col"
      finalFocus={liveFocusTarget}
    >
      {catchUp === null ? <CatchUpSkeleton /> : <CatchUpContent catchUp={catchUp} room={room} onLive={onLive} />}
    </Dialog>
  );
}

/** Loads the lines each time the dialog opens, and follows the call while it is open. */
function useCatchUp(open: boolean, absence: Absence, room: CatchUpSource): CatchUpStore | null {
  const [catchUp, setCatchUp] = useState<CatchUpStore | null>(null);
  useEffect(() => {
    if (!open) return;
    const newCatchUp = createCatchUpStore({ ...room, absence });
    setCatchUp(newCatchUp);
    return () => newCatchUp.close();
  }, [open, absence, room]);
  return catchUp;
}

/**
 * Returns the element to focus after closing: the offer if it is still there, else the chat's field if the chat is open, else
 * the first control. On touch devices it skips the field, which would open the keyboard.
 */
function liveFocusTarget(): HTMLElement | null {
  const offer = document.querySelector<HTMLElement>("[data-catch-up]");
  if (offer !== null) return offer;
  const field = matchMedia("(pointer: fine)").matches
    ? document.querySelector<HTMLElement>(
        ".call-panel:not([hidden]) [data-panel=chat]:not([hidden]) [data-first-focus]",
      )
    : null;
  return field ?? document.querySelector<HTMLElement>(".call-controls button");
}

function CatchUpContent({ catchUp, room, onLive }: { catchUp: CatchUpStore; room: CatchUpSource; onLive(): void }) {
  const t = useMessages();
  const { loading, error, marks, lines, more } = useSyncExternalStore(catchUp.subscribe, catchUp.getSnapshot);
  const people = useParticipants(room);
  const list = useRef<HTMLElement>(null);
  const showNext = useShowNext(list, lines.length);
  const live = !loading && error === null && !more;
  return (
    <>
      <section
        ref={list}
        aria-label={t("catchup.title")}
        aria-busy={loading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scroll container
        tabIndex={0}
        className="-mx-2 mt-4 grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain rounded-m px-2 pb-2"
      >
        <MissedMarks lines={marks} people={people} />
        <MissedLines lines={lines} people={people} />
        {loading && <CatchUpSkeleton />}
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
          <Button className="justify-self-start" busy={loading} onClick={() => showNext(catchUp)}>
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

/** Shows the next lines and focuses the first of them, because the button may disappear. */
function useShowNext(list: RefObject<HTMLElement>, shown: number): (catchUp: CatchUpStore) => void {
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
    void catchUp.showNext();
  };
}

function CatchUpSkeleton() {
  return (
    <span className="appear-late grid w-full gap-2">
      <Skeleton className="w-[86%]" />
      <Skeleton className="w-[52%]" />
    </span>
  );
}
