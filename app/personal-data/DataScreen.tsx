import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { DeletionSection } from "./components/DeletionSection.tsx";
import { ExportSection } from "./components/ExportSection.tsx";
import type { DataResult, PersonalDataView } from "./core/dataView.ts";

interface DataScreenProps {
  env: Pick<PublicEnv, "supabaseUrl" | "publishableKey">;
  view: PersonalDataView;
  result: DataResult | null;
  format: DateFormatter;
}

/** `/settings/data`: the download of the person's data, and the deletion of the account. */
export function DataScreen({ env, view, result, format }: DataScreenProps) {
  const t = useMessages();
  const isKept = result?.kind === "done" && result.intent === "keep";
  return (
    <>
      <div role="status">
        {isKept && <p className="mb-6 rounded-m bg-success-soft px-4 py-3 text-success">{t("data.delete.kept")}</p>}
      </div>
      <ExportSection env={env} format={format} now={view.now} />
      <DeletionSection view={view} result={result} format={format} />
    </>
  );
}
