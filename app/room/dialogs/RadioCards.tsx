import type { ReactNode } from "react";

interface RadioCardsProps<Value extends string> {
  legend: string;
  /** Name of the radio buttons, unique on the page. */
  name: string;
  options: readonly { readonly value: NoInfer<Value>; readonly label: string; readonly hint?: ReactNode }[];
  value: Value;
  /** Whether a change is in flight. */
  busy: boolean;
  onChange(value: NoInfer<Value>): void;
}

/** Radio buttons with hints. A change applies at once. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, name, options, value, busy, onChange } = props;
  return (
    <fieldset aria-busy={busy || undefined} className="grid gap-1">
      <legend className="mb-1 text-14 font-strong">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-control cursor-pointer items-start gap-3 rounded-m px-2.5 py-2.5 leading-snug hover:bg-hover has-checked:bg-sunken"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-5 flex-none accent-accent"
          />
          <span className="min-w-0 flex-1">
            {option.label}
            {option.hint && <span className="mt-0.5 block text-14 text-pretty text-ink-soft">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
