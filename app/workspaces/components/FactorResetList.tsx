import { Form } from "@remix-run/react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { DateText } from "~/settings/DateText.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { type FormResult, failureOf, type MembersView } from "../core/workspaceView.ts";

interface FactorResetListProps {
  view: MembersView;
  actionPath: string;
  result: FormResult | null;
  format: DateFormatter;
}

/** Members who lost their second factor, and what an admin can do about it. */
export function FactorResetList({ view, ...rest }: FactorResetListProps) {
  const t = useMessages();
  if (view.resets.length === 0) return null;
  return (
    <section aria-labelledby="factor-resets" className="mb-12 grid gap-4">
      <div>
        <h2 id="factor-resets" className="text-22 leading-snug font-head">
          {t("members.reset.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("members.reset.text")}</p>
      </div>
      <ul className="grid divide-y divide-line border-t border-line">
        {view.resets.map((reset) => (
          <li key={reset.user_id} className="py-4">
            <FactorResetRow reset={reset} now={view.now} isOwner={view.shown.role === "owner"} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FactorResetRowProps extends Omit<FactorResetListProps, "view"> {
  reset: MembersView["resets"][number];
  now: number;
  isOwner: boolean;
}

function FactorResetRow({ reset, now, isOwner, actionPath, result, format }: FactorResetRowProps) {
  const t = useMessages();
  const { user_id: id, display_name, email, role, requested_at, due_at } = reset;
  const failure = failureOf(result, "reset-approve", id) ?? failureOf(result, "reset-decline", id);
  const [approves, declines] = [useIsSending("reset-approve", id), useIsSending("reset-decline", id)];
  // Only an owner helps an owner.
  const mayAnswer = isOwner || role !== "owner";
  const at = (time: string) => <DateText at={time} format={format} now={now} withTime />;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="leading-snug font-strong wrap-anywhere">
            <bdi>{display_name ?? email}</bdi>
          </p>
          <p className="text-14 text-ink-soft wrap-anywhere">
            <bdi>{email}</bdi>
            <br />
            {due_at === null
              ? t.rich("members.reset.asked", { date: at(requested_at) })
              : t.rich("members.reset.due", { date: at(due_at) })}
          </p>
        </div>
        {mayAnswer && (
          <Form method="post" action={actionPath} preventScrollReset className="flex flex-wrap gap-2">
            <input type="hidden" name="id" value={id} />
            {due_at === null && (
              <Button type="submit" name="intent" value="reset-approve" size="s" busy={approves}>
                {t("members.reset.approve")}
              </Button>
            )}
            <Button type="submit" name="intent" value="reset-decline" size="s" busy={declines}>
              {t(due_at === null ? "members.reset.decline" : "members.reset.stop")}
            </Button>
          </Form>
        )}
      </div>
      {failure !== null && <ErrorNotice code={failure.code} shape="row" />}
    </div>
  );
}
