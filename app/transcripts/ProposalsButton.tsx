import { useMessages } from "~/i18n/I18nProvider.tsx";

/** Shows how many suggestions an own message has, and opens them. */
export function ProposalsButton({ count, onClick }: { count: number; onClick(): void }) {
  const t = useMessages();
  return (
    <button
      type="button"
      onClick={onClick}
      className="mt-0.5 block min-h-6 rounded-s text-start text-13 leading-snug text-accent underline underline-offset-4 pointer-coarse:min-h-control print:hidden"
    >
      {t("transcript.proposals", { count })}
    </button>
  );
}
