import { useMessages } from "~/i18n/I18nProvider.tsx";
import { PLAN_SCOPES, type PlanScope } from "../core/planForm.ts";

interface ScopeChoiceProps {
  legend: string;
  value: PlanScope;
  onChange(scope: PlanScope): void;
}

/** Whether a change concerns one occurrence, it and the later ones, or the whole series. */
export function ScopeChoice({ legend, value, onChange }: ScopeChoiceProps) {
  const t = useMessages();
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-strong">{legend}</legend>
      {PLAN_SCOPES.map((scope) => (
        <label
          key={scope}
          className="flex min-h-control cursor-pointer items-center gap-3 rounded-m px-2 hover:bg-hover"
        >
          <input
            type="radio"
            name="scope"
            value={scope}
            checked={scope === value}
            onChange={() => onChange(scope)}
            className="size-5 flex-none accent-accent"
          />
          {t(`planForm.scope.${scope}`)}
        </label>
      ))}
    </fieldset>
  );
}
