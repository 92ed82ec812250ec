import { Form } from "@remix-run/react";
import { useMemo } from "react";
import { useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { Button } from "~/ui/Button.tsx";

/** Above every account page in the week before the account is deleted. `at`: ISO 8601. */
export function DeletionBanner({ at }: { at: string }) {
  const t = useMessages();
  const languageTag = useLocale();
  const format = useDateFormatter(
    useMemo(() => ({ languageTag, timeZone: "UTC", timeZoneChosen: false }), [languageTag]),
  );
  const moment = Date.parse(at);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-danger-soft px-4 py-3 print:hidden">
      <p className="min-w-0 flex-1 basis-60 font-strong text-pretty">
        {t("settings.deletion.planned", { date: format.date(moment, moment) })}
      </p>
      <Form method="post" action="/settings/data">
        <input type="hidden" name="intent" value="keep" />
        <Button type="submit" size="s">
          {t("settings.deletion.keep")}
        </Button>
      </Form>
    </div>
  );
}
