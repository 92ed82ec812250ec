import Braces from "lucide-react/icons/braces";
import Captions from "lucide-react/icons/captions";
import Download from "lucide-react/icons/download";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import FileText from "lucide-react/icons/file-text";
import Printer from "lucide-react/icons/printer";
import { memo, useEffect, useRef, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
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

/** A menu with the transcript as a file in each format, and for printing. It works without JavaScript. */
export const TranscriptExports = memo(function Exports({ path, column, languages }: TranscriptExportsProps) {
  const t = useMessages();
  const [chosen, setChosen] = useState<TranscriptColumn | null>(null);
  const language = chosen ?? column;
  const menu = useClosingDetails();
  return (
    <details ref={menu} className="relative print:hidden">
      <summary className={`${buttonClass()} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
        <Download className="size-4.5" />
        {t("transcript.export")}
      </summary>
      <div className="absolute end-0 z-20 mt-1.5 grid w-72 max-w-[calc(100vw-32px)] gap-3 rounded-[12px] border border-line bg-raised p-4 shadow-2 max-[48rem]:start-auto">
        <ColumnSelect
          label={t("transcript.export.language")}
          value={language}
          languages={languages}
          onChange={(column) => setChosen(column === "none" ? null : column)}
        />
        <ul className="border-b border-line">
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
        <Button onClick={() => window.print()}>
          <Printer className="size-4.5" />
          {t("transcript.print")}
        </Button>
      </div>
    </details>
  );
});

/** Returns a ref of a `details` that Escape and a press outside close. */
function useClosingDetails() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (details.current?.open && target instanceof Node && !details.current.contains(target))
        details.current.open = false;
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  return details;
}
