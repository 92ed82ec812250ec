import { Link } from "@remix-run/react";
import X from "lucide-react/icons/x";
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";

const loadDialog = () => import("~/ui/Dialog.tsx").then(({ Dialog }) => ({ default: Dialog }));
const LazyDialog = lazy(loadDialog);

export interface PanelContent {
  readonly title: ReactNode;
  /** Something is decided here: a press beside it does not close it. */
  readonly isQuestion?: boolean;
  readonly body: ReactNode;
}

/** Over the page; `null`: nothing is. What was there stays in sight while it goes. */
export function PanelDialog({ content, onClose }: { content: PanelContent | null; onClose(): void }) {
  const [dialogLoaded, setDialogLoaded] = useState(false);
  const last = useRef<PanelContent | null>(null);
  useEffect(() => {
    void loadDialog().then(
      () => setDialogLoaded(true),
      // It is tried again by the press that needs it.
      () => setDialogLoaded(true),
    );
  }, []);
  if (content !== null) last.current = content;
  const shown = content ?? last.current;
  if (!dialogLoaded || shown === null) return null;
  return (
    <Suspense>
      <LazyDialog
        open={content !== null}
        onClose={onClose}
        title={shown.title}
        kind={shown.isQuestion ? "question" : "plain"}
        className="max-w-150!"
      >
        {shown.body}
      </LazyDialog>
    </Suspense>
  );
}

/** The same in the page itself: what came with it, where there are no scripts. `leave` is where its cross leads. */
export function PanelSection({ content, leave, onClose }: { content: PanelContent; leave: string; onClose(): void }) {
  const t = useMessages();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mb-8 max-w-150 rounded-l border border-line bg-raised p-4 l:p-6">
      <div className="flex items-start gap-3">
        <h2 id={heading} className="min-w-0 flex-1 text-18 leading-snug font-head text-balance">
          {content.title}
        </h2>
        <Link
          to={leave}
          onClick={onClose}
          preventScrollReset
          aria-label={t("action.close")}
          className="-me-2 -mt-2 grid size-control flex-none place-items-center rounded-m text-ink hover:bg-hover"
        >
          <X />
        </Link>
      </div>
      {content.body}
    </section>
  );
}
