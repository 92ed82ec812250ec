import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { confirmPath, DATA_PATH, type DataResult, type PersonalDataView } from "../core/dataView.ts";

interface DeletionSectionProps {
  view: PersonalDataView;
  result: DataResult | null;
  format: DateFormatter;
}

/** Requests the deletion of the account, or withdraws it. Works without JavaScript. */
export function DeletionSection({ view, result, format }: DeletionSectionProps) {
  const { deletion, now } = view;
  const t = useMessages();
  const failure = result?.kind === "failed" ? result : null;
  return (
    <section aria-labelledby="delete" className="mt-10 grid gap-4 border-t border-line pt-8">
      <div>
        <h2 id="delete" className="text-22 leading-snug font-head">
          {t("data.delete")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("data.delete.text")}</p>
      </div>
      <RequestErrorNotice />
      {failure !== null && !failure.isField && <ErrorNotice code={failure.code} shape="row" />}
      {deletion.delete_at === null ? (
        <Request view={view} result={result} />
      ) : (
        <Planned date={format.date(Date.parse(deletion.delete_at), now)} />
      )}
    </section>
  );
}

function Planned({ date }: { date: string }) {
  const t = useMessages();
  const { state, formData } = useNavigation();
  return (
    <>
      <div className="grid gap-1 rounded-m bg-danger-soft px-4 py-3">
        {/* The device's time zone replaces the server's after hydration. */}
        <p className="font-strong" suppressHydrationWarning>
          {t("settings.deletion.planned", { date })}
        </p>
        <p className="text-14 text-pretty text-ink-soft">{t("data.delete.planned.text")}</p>
      </div>
      <Form method="post" action={DATA_PATH} preventScrollReset>
        <input type="hidden" name="intent" value="keep" />
        <Button type="submit" busy={state === "submitting" && formData?.get("intent") === "keep"}>
          {t("settings.deletion.keep")}
        </Button>
      </Form>
    </>
  );
}

const EFFECTS = ["words", "files", "rest", "others"] as const;

function Request({ view: { address, deletion }, result }: Omit<DeletionSectionProps, "format">) {
  const t = useMessages();
  const { state, formData } = useNavigation();
  const input = useRef<HTMLInputElement>(null);
  const failure = result?.kind === "failed" && result.isField ? result : null;
  const isPhone = address.startsWith("+");
  useEffect(() => {
    if (failure !== null) input.current?.focus();
  }, [failure]);
  return (
    <>
      <ul className="grid list-disc gap-1.5 ps-5 text-pretty text-ink-soft">
        {EFFECTS.map((effect) => (
          <li key={effect}>{t(`data.delete.${effect}`)}</li>
        ))}
      </ul>
      {deletion.owned.length > 0 ? (
        <OwnedWorkspaces owned={deletion.owned} />
      ) : deletion.recent ? (
        <Form method="post" action={DATA_PATH} preventScrollReset noValidate className="grid gap-4">
          <input type="hidden" name="intent" value="delete" />
          <Field
            label={t(isPhone ? "data.delete.phone" : "data.delete.email")}
            hint={
              isPhone
                ? t("data.delete.phone.hint", { phone: address })
                : t("data.delete.email.hint", { email: address })
            }
            error={failure !== null && t(isPhone ? "data.delete.phone.wrong" : "data.delete.email.wrong")}
          >
            {(control) => (
              <TextInput
                {...control}
                ref={input}
                name="email"
                inputMode={isPhone ? "tel" : "email"}
                dir="ltr"
                maxLength={500}
                defaultValue={failure?.typed}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Button
            type="submit"
            variant="danger"
            busy={state === "submitting" && formData?.get("intent") === "delete"}
            className="justify-self-start"
          >
            {t("data.delete.press")}
          </Button>
        </Form>
      ) : (
        <>
          <p className="text-pretty">{t("data.delete.old")}</p>
          <Link to={confirmPath(DATA_PATH)} className={`${buttonClass()} justify-self-start`}>
            {t("data.delete.confirm")}
          </Link>
        </>
      )}
    </>
  );
}

const ACTION_LINK =
  "inline-flex min-h-control-s items-center text-14 font-strong text-accent underline underline-offset-3";

function OwnedWorkspaces({ owned }: { owned: PersonalDataView["deletion"]["owned"] }) {
  const t = useMessages();
  return (
    <div className="grid gap-2 rounded-l border border-line bg-raised p-4">
      <p className="text-pretty">{t("data.delete.owned")}</p>
      <ul className="grid divide-y divide-line">
        {owned.map(({ id, name }) => {
          const search = new URLSearchParams({ workspace: id });
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <bdi className="min-w-0 flex-1 basis-30 font-strong wrap-anywhere">{name}</bdi>
              <Link to={`/settings/members?${search}`} className={ACTION_LINK}>
                {t("data.delete.owned.members")}
              </Link>
              <Link to={`/settings/workspace?${search}&delete`} className={ACTION_LINK}>
                {t("data.delete.owned.delete")}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
