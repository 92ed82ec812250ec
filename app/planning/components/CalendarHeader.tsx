import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { Link } from "~/ui/Link.tsx";
import { type CalendarView, calendarPath } from "../calendarView.ts";
import { CALENDAR_MODES, formatDay, parseDay, steppedDay } from "../core/calendarRange.ts";
import { WorkspaceChoice } from "./WorkspaceChoice.tsx";

interface CalendarHeaderProps {
  view: CalendarView;
  /** The shown week or month. */
  heading: string;
  onPlan(): void;
  /** A pointer or the focus is on the button. */
  onPlanSoon(): void;
  /** Further buttons. */
  tools: ReactNode;
}

/** The heading, the ways to other days and views, and the button that plans a meeting. */
export function CalendarHeader({ view, heading, onPlan, onPlanSoon, tools }: CalendarHeaderProps) {
  const t = useMessages();
  const { mode, modeChosen, workspace } = view;
  const kept = modeChosen ? mode : null;
  return (
    <header className="cal-header mb-5 flex flex-wrap items-center gap-3">
      <h1 className="min-w-0 basis-[calc(100%-3.75rem)] text-22 leading-tight font-head tracking-head min-[48rem]:basis-auto min-[48rem]:text-28">
        {heading}
      </h1>
      <div className="order-1 me-auto min-w-0 min-[48rem]:order-none">
        <WorkspaceChoice view={view} />
      </div>
      <div className="order-1 flex gap-2 min-[48rem]:order-none">
        <StepLink view={view} by={-1} />
        <Link
          to={calendarPath(view, { mode: kept })}
          preventScrollReset
          className={cx(buttonClass({ size: "s" }), "pointer-coarse:min-h-control")}
        >
          {t("planning.today")}
        </Link>
        <StepLink view={view} by={1} />
      </div>
      <nav
        aria-label={t("planning.view")}
        className="order-2 flex w-full gap-0.5 rounded-m bg-sunken p-1 min-[48rem]:order-none min-[48rem]:w-auto"
      >
        {CALENDAR_MODES.map((each) => (
          <Link
            key={each}
            to={calendarPath(view, { mode: each, day: view.day })}
            preventScrollReset
            aria-current={each === mode ? "true" : undefined}
            className="flex min-h-9 flex-1 items-center justify-center rounded-[7px] border border-transparent px-3.5 text-14 leading-snug font-strong text-ink-soft no-underline hover:text-ink aria-[current]:border-line aria-[current]:bg-raised aria-[current]:text-ink aria-[current]:shadow-1 pointer-coarse:min-h-control"
          >
            {t(`planning.view.${each}`)}
          </Link>
        ))}
      </nav>
      {workspace !== null && (
        <Button
          variant="primary"
          size="s"
          className="max-[48rem]:w-control-s max-[48rem]:px-0! pointer-coarse:min-h-control max-[48rem]:pointer-coarse:w-control"
          onPointerEnter={onPlanSoon}
          onFocus={onPlanSoon}
          onClick={onPlan}
        >
          <Plus className="size-4.5" />
          <span className="max-[48rem]:sr-only">{t("planning.plan")}</span>
        </Button>
      )}
      {tools}
    </header>
  );
}

/** A link to the time before or after. Null where the years that can be planned end. */
function StepLink({ view, by }: { view: CalendarView; by: -1 | 1 }) {
  const t = useMessages();
  const day = steppedDay(view.mode, view.day, by);
  if (parseDay(formatDay(day)) === null) return null;
  const Icon = by < 0 ? ChevronLeft : ChevronRight;
  return (
    <Link
      to={calendarPath(view, { mode: view.modeChosen ? view.mode : null, day })}
      preventScrollReset
      aria-label={t(by < 0 ? "planning.earlier" : "planning.later")}
      className={cx(
        buttonClass({ size: "s" }),
        "w-control-s px-0! pointer-coarse:min-h-control pointer-coarse:w-control",
      )}
    >
      <Icon className="size-5 rtl:-scale-x-100" />
    </Link>
  );
}
