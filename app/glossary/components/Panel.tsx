import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Link } from "~/ui/Link.tsx";
import { LazyDialog, preloadDialog } from "../lazy.tsx";

export interface PanelContent {
  readonly title: ReactNode;
  /** A click outside does not close a question. */
  readonly isQuestion?: boolean;
  readonly body: ReactNode;
}

/** Shows a panel over the page. During the closing animation the last content stays. */
export function PanelDialog({ content, onClose }: { content: PanelContent | null; onClose(): void }) {
  const last = useRef<PanelContent | null>(null);
  useEffect(preloadDialog, []);
  if (content !== null) last.current = content;
  const shown = content ?? last.current;
  if (shown === null) return null;
  return (
    <LazyDialog>
      {({ Dialog }) => (
        <Dialog
          open={content !== null}
          onClose={onClose}
          title={shown.title}
          kind={shown.isQuestion ? "question" : "plain"}
          className="max-w-150!"
        >
          {shown.body}
        </Dialog>
      )}
    </LazyDialog>
  );
}

/** Shows a panel within the page, without JavaScript. `leave`: the target of the close link. */
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
