import { useId } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { StartValues } from "~/landing/startOrJoinView.ts";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";

const DEFAULT_START_VALUES: StartValues = { title: "", access: "open", keep: "days" };

/**
 * Optional settings of a new meeting: the fields `access`, `keep` of the start form. Closed unless values
 * were submitted; works without JavaScript.
 */
export function StartOptions({ values = DEFAULT_START_VALUES }: { values?: StartValues | undefined }) {
  const t = useMessages();
  const hint = useId();
  const customised = values.access !== "open" || values.keep !== "days";
  return (
    // The user may open it before hydration.
    <details open={customised} suppressHydrationWarning className="group text-start">
      <summary className="flex min-h-control-s w-max max-w-full cursor-pointer list-none items-center gap-2 rounded-s text-14 leading-snug text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="size-1.5 flex-none rotate-45 border-e-2 border-t-2 border-current transition-transform group-open:rotate-135 rtl:-rotate-45 rtl:group-open:-rotate-135"
        />
        {t("home.options")}
      </summary>
      <div className="mt-2 grid gap-4 border-s-2 border-line ps-4 pb-1">
        <Field label={t("home.access")}>
          {(control) => (
            <Select {...control} name="access" defaultValue={values.access}>
              <option value="open">{t("home.access.open")}</option>
              <option value="knock">{t("home.access.knock")}</option>
              <option value="members">{t("home.access.members")}</option>
            </Select>
          )}
        </Field>
        <div className="grid gap-0.5">
          <label className="flex min-h-control-s cursor-pointer items-center gap-2.5 leading-snug font-strong">
            <input
              type="checkbox"
              name="keep"
              value="nothing"
              defaultChecked={values.keep === "nothing"}
              aria-describedby={hint}
              className="size-4.5 flex-none accent-accent"
            />
            {t("home.keepNothing")}
          </label>
          <p id={hint} className="text-13 text-pretty text-ink-soft">
            {t("home.keepNothingHint")}
          </p>
        </div>
      </div>
    </details>
  );
}
