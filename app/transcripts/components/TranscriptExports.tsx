import Braces from "lucide-react/icons/braces";
import Captions from "lucide-react/icons/captions";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import FileText from "lucide-react/icons/file-text";
import Printer from "lucide-react/icons/printer";
import { memo, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ColumnSelect } from "../ColumnSelect.tsx";
import type { TranscriptColumn } from "../transcriptLine.ts";

const EXPORT_FILES = [
  { format: "vtt", label: "VTT", icon: Captions },
  { format: "srt", label: "SRT", icon: Captions },
  { format: "md", label: "Markdown", icon: FileText },
  { format: "csv", label: "CSV", icon: FileSpreadsheet },
  { format: "json", label: "JSON", icon: Braces },
] as const;

interface TranscriptExportsProps {
  path: string;
  /** The displayed column, and the default for the file. */
  column: TranscriptColumn;
  languages: readonly Language[];
}

/** Downloads of the transcript in each format, and a print button. */
export const TranscriptExports = memo(function Exports({ path, column, languages }: TranscriptExportsProps) {
  const t = useMessages();
  const [chosen, setChosen] = useState<TranscriptColumn | null>(null);
  const language = chosen ?? column;
  return (
    <section aria-labelledby="export" className="print:hidden">
      <h2 id="export" className="mb-2 text-18 leading-snug font-head">
        {t("transcript.export")}
      </h2>
      <ColumnSelect
        label={t("transcript.export.language")}
        value={language}
        languages={languages}
        onChange={(column) => setChosen(column === "none" ? null : column)}
      />
      <ul className="mt-3 border-b border-line">
        {EXPORT_FILES.map(({ format, label, icon: Icon }) => (
          <li key={format} className="border-t border-line">
            <a
              href={`${path}/export?${new URLSearchParams({ format, language })}`}
              download
              className="flex min-h-control items-center gap-2 rounded-s text-14 text-ink no-underline hover:underline"
            >
              <Icon className="size-4.5 text-ink-soft" />
              <span className="flex-1">{t(`transcript.export.${format}`)}</span>
              <span className="text-13 text-ink-soft">{label}</span>
            </a>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="s" onClick={() => window.print()} className="mt-2 -ms-3">
        <Printer className="size-4.5" />
        {t("transcript.print")}
      </Button>
    </section>
  );
});
