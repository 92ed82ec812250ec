import { Form } from "@remix-run/react";
import Laptop from "lucide-react/icons/laptop";
import Smartphone from "lucide-react/icons/smartphone";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { DateText } from "~/settings/DateText.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button } from "~/ui/Button.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import {
  questionPath,
  SECURITY_PATH,
  type SecurityResult,
  type SecurityView,
  type SessionView,
} from "../core/sessionView.ts";
import { NotMeQuestion } from "./NotMeQuestion.tsx";

interface SessionRowProps {
  session: SessionView;
  isCurrent: boolean;
  view: SecurityView;
  result: SecurityResult | null;
  format: DateFormatter;
}

/** A device on which the reader is signed in. Any other than the present one can be signed out. */
export function SessionRow({ session, isCurrent, view: { question, now }, result, format }: SessionRowProps) {
  const { id, device, place, startedAt, lastSeen, method } = session;
  const t = useMessages();
  const name = useDeviceName(session);
  const Icon = device.isPhone ? Smartphone : Laptop;
  const failure = result?.kind === "failed" && result.id === id ? result : null;
  const isAsked = question?.kind === "not-me" && question.id === id;
  return (
    <li className="grid gap-3 py-4">
      <div className="flex gap-4">
        <Icon aria-hidden className="mt-0.5 size-5 flex-none text-ink-soft" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 leading-snug font-strong wrap-anywhere">
            <span>{name}</span>
            {isCurrent && <Chip tone="accent">{t("security.this")}</Chip>}
          </p>
          <p className="mt-1 text-14 text-ink-soft">
            <bdi>{place ?? t("security.unknownPlace")}</bdi>
            {" · "}
            {isCurrent
              ? t("security.activeNow")
              : t.rich("security.lastSeen", { date: <DateText at={lastSeen} format={format} now={now} withTime /> })}
          </p>
          <p className="text-14 text-pretty text-ink-soft">
            {t.rich("security.signedIn", {
              date: <DateText at={startedAt} format={format} now={now} withTime />,
              method: t(`security.method.${method}`),
            })}
          </p>
        </div>
      </div>
      {failure && <ErrorNotice code={failure.code} shape="row" />}
      {isAsked && !isCurrent && <NotMeQuestion id={id} name={name} />}
      {!isCurrent && !isAsked && <SessionActions id={id} name={name} />}
    </li>
  );
}

function SessionActions({ id, name }: { id: string; name: string }) {
  const t = useMessages();
  const busy = useIsSending("end", id);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 ps-9">
      <Form method="post" action={SECURITY_PATH} preventScrollReset>
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" size="s" busy={busy}>
          {t("security.end")}
          <span className="sr-only">{name}</span>
        </Button>
      </Form>
      <Link
        to={questionPath({ kind: "not-me", id })}
        preventScrollReset
        className="inline-flex min-h-control-s items-center text-14 font-strong text-accent underline underline-offset-3"
      >
        {t("security.notMe")}
        <span className="sr-only">{name}</span>
      </Link>
    </div>
  );
}

/** Returns the name of a device by its browser and system. */
function useDeviceName({ device: { browser, system } }: SessionView): string {
  const t = useMessages();
  if (browser !== null && system !== null) return t("security.device", { browser, system });
  return browser ?? system ?? t("security.unknownDevice");
}
