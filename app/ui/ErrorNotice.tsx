import type { ReactNode } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "./cx.ts";
import { ErrorIcon, errorMessages } from "./errorMessages.tsx";

interface ErrorNoticeProps {
  code: ErrorCode;
  /** A recovery action. */
  action?: ReactNode;
  /** Reference to quote when contacting support. */
  reference?: string;
  /** `card` replaces the screen and is its heading; `row` appears beside working content. */
  shape?: "card" | "row";
  className?: string;
}

/** An error: what happened, what is safe, what to do. */
export function ErrorNotice({ code, action, reference, shape = "card", className }: ErrorNoticeProps) {
  const t = useMessages();
  const { happened, todo } = errorMessages(t, code);
  const card = shape === "card";
  return (
    <div
      role="alert"
      className={cx(
        card
          ? "grid content-start justify-items-start gap-2.5 rounded-l border border-line bg-raised px-6 py-8"
          : "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m bg-danger-soft px-4 py-3",
        className,
      )}
    >
      <ErrorIcon code={code} className={cx("text-danger", card ? "size-6" : "mt-0.5 self-start")} />
      <div className={cx(!card && "min-w-0 flex-1 basis-60 leading-snug")}>
        {card ? (
          <h1 className="text-18 font-head leading-snug">{happened}</h1>
        ) : (
          <p className="font-strong">{happened}</p>
        )}
        <p className={cx("text-pretty text-ink-soft", card ? "mt-1.5" : "text-14")}>{todo}</p>
        {reference && <p className="mt-2 text-13 text-ink-soft">{t("error.reference", { reference })}</p>}
      </div>
      {action}
    </div>
  );
}
