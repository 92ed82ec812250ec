import { useMessages } from "~/i18n/I18nProvider.tsx";

/** States whether the dates that a file cancels or moves stay so. `count`: how many there are. */
export function ImportedDates({ count, kept }: { count: number; kept: boolean }) {
  const t = useMessages();
  if (count === 0) return null;
  return (
    <p role="status" className="text-14 text-pretty text-ink-soft">
      {t(kept ? "planForm.dates.kept" : "planForm.dates.lost", { count })}
    </p>
  );
}
