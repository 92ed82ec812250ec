import CalendarSync from "lucide-react/icons/calendar-sync";
import FileUp from "lucide-react/icons/file-up";
import { type ReactNode, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import type { ImportedPlan } from "../core/importedPlan.ts";
import { LazyCalendarTools, preloadCalendarTools } from "../lazy.tsx";
import { useFileDrop } from "./useFileDrop.ts";

interface CalendarToolsProps {
  env: PublicEnv;
  formats: CalendarFormats;
  /** In which the reader writes. */
  language: Language;
  /** Meetings can be planned here. */
  canPlan: boolean;
  /** A dialog of a plan is open. */
  busy: boolean;
  onImport(imported: ImportedPlan): void;
}

type Tool = { readonly kind: "feed" } | { readonly kind: "import"; readonly file: File | null };

/** The buttons beside the heading: import of a file, which may also be dropped on the page, and the private feed. */
export function CalendarTools({ env, formats, language, canPlan, busy, onImport }: CalendarToolsProps) {
  const t = useMessages();
  const [tool, setTool] = useState<Tool | null>(null);
  const isAbove = useFileDrop(canPlan && !busy && tool === null, (file) => setTool({ kind: "import", file }));
  const toolButton = (label: string, icon: ReactNode, chosen: Tool) => (
    <IconButton
      label={label}
      icon={icon}
      variant="plain"
      size="s"
      onPointerEnter={preloadCalendarTools}
      onFocus={preloadCalendarTools}
      onClick={() => setTool(chosen)}
      className="[&_svg]:size-5 pointer-coarse:min-h-control pointer-coarse:w-control"
    />
  );
  return (
    <>
      <div className="flex gap-2">
        {canPlan && toolButton(t("planning.import"), <FileUp />, { kind: "import", file: null })}
        {toolButton(t("planning.subscribe"), <CalendarSync />, { kind: "feed" })}
      </div>
      {isAbove && (
        <div className="pointer-events-none fixed inset-3 z-20 grid place-items-center rounded-l border-2 border-dashed border-accent bg-overlay">
          <p role="status" className="rounded-m bg-raised px-5 py-4 text-18 font-strong shadow-3">
            {t("planning.drop")}
          </p>
        </div>
      )}
      {tool !== null && (
        <LazyCalendarTools>
          {({ FeedDialog, ImportDialog }) => {
            const onClose = () => setTool(null);
            if (tool.kind === "feed") return <FeedDialog {...{ env, formats, onClose }} />;
            return (
              <ImportDialog
                {...{ formats, language, onClose }}
                file={tool.file}
                onPlan={(imported) => {
                  setTool(null);
                  onImport(imported);
                }}
              />
            );
          }}
        </LazyCalendarTools>
      )}
    </>
  );
}
