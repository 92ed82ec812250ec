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
    <header className="mb-5 flex flex-wrap items-center gap-3">
      <h1 className="me-auto flex-[1_1_16rem] text-28 leading-tight font-head tracking-head">{heading}</h1>
      <div className="flex gap-2">
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
      <nav aria-label={t("planning.view")} className="flex gap-0.5 rounded-m bg-sunken p-1">
        {CALENDAR_MODES.map((each) => (
          <Link
            key={each}
            to={calendarPath(view, { mode: each, day: view.day })}
            preventScrollReset
            aria-current={each === mode ? "true" : undefined}
            className="flex min-h-9 items-center rounded-[7px] border border-transparent px-3.5 text-14 leading-snug font-strong text-ink-soft no-underline hover:text-ink aria-[current]:border-line aria-[current]:bg-raised aria-[current]:text-ink aria-[current]:shadow-1 pointer-coarse:min-h-control"
          >
            {t(`planning.view.${each}`)}
          </Link>
        ))}
      </nav>
      {workspace !== null && (
        <Button
          variant="primary"
          size="s"
          className="pointer-coarse:min-h-control"
          onPointerEnter={onPlanSoon}
          onFocus={onPlanSoon}
          onClick={onPlan}
        >
          <Plus className="size-4.5" />
          {t("planning.plan")}
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
