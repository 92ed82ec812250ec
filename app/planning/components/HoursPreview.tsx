import X from "lucide-react/icons/x";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { cityOf } from "../core/zoneNames.ts";
import { LocalHour } from "./PlanPeople.tsx";

export interface PreviewPerson {
  readonly id: string;
  readonly name: string;
  readonly zone: string | null;
  readonly language: Language | null;
  /** The form has added the person. */
  readonly removable: boolean;
}

interface HoursPreviewProps {
  people: readonly PreviewPerson[];
  /** The first occurrence. Null: its times are wrong or unknown. */
  first: { readonly startsAt: number; readonly endsAt: number } | null;
  formats: CalendarFormats;
  onRemove(id: string): void;
}

/** The people of a plan, each with the hour of the first meeting on their clock. */
export function HoursPreview({ people, first, formats, onRemove }: HoursPreviewProps) {
  const t = useMessages();
  return (
    <ul className="border-b border-line">
      {people.map(({ id, name, zone, language, removable }) => (
        <li key={id} className="flex min-h-14 items-center gap-3 border-t border-line py-1.5 text-14 leading-snug">
          <span className="min-w-0 flex-1">
            <bdi className="block wrap-anywhere">{name}</bdi>
            <span className="block text-13 text-ink-soft">
              {language !== null && <bdi lang={language}>{LANGUAGES[language].name}</bdi>}
              {language !== null && zone !== null && " · "}
              {zone !== null && <bdi lang="en">{cityOf(zone)}</bdi>}
            </span>
          </span>
          {zone !== null && first !== null && <LocalHour zone={zone} occurrence={first} formats={formats} />}
          {removable && (
            <IconButton
              label={t("planForm.people.remove", { name })}
              icon={<X />}
              className="-me-2"
              onClick={() => onRemove(id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
