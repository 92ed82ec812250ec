import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { DateText } from "~/settings/DateText.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import type { InvitationView } from "./core/invitationView.ts";

interface InvitationScreenProps {
  view: InvitationView;
  format: DateFormatter;
  busy: boolean;
  error: ErrorCode | null;
}

/** `/invitations/:token`: who invites to which workspace. A button accepts, because mail scanners follow links. */
export function InvitationScreen({ view, format, busy, error }: InvitationScreenProps) {
  const t = useMessages();
  const { path, inviter, role, expiresAt, now } = view;
  const workspace = <bdi>{view.workspace}</bdi>;
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <TopBar path={path} className="max-w-hero" />
      <main className="mx-auto grid w-full max-w-105 content-start gap-6 px-4 pt-8 pb-16 m:content-center m:pt-0 m:pb-24 *:min-w-0">
        <h1 className="text-28 leading-tight font-head tracking-head text-balance wrap-anywhere">
          {inviter === null
            ? t.rich("members.join.nameless", { workspace })
            : t.rich("members.join.title", { name: <bdi>{inviter}</bdi>, workspace })}
        </h1>
        <p className="text-pretty text-ink-soft">{t("members.workspace.text")}</p>
        <p className="text-14 text-ink-soft">
          {t("members.yourRole", { role: t(`members.role.${role}`) })}
          <br />
          {t.rich("members.until", { date: <DateText at={expiresAt} format={format} now={now} withTime /> })}
        </p>
        {error !== null && error !== "workspace/other-address" && <ErrorNotice code={error} shape="row" />}
        <NextStep view={error === "workspace/other-address" ? { ...view, state: "other-address" } : view} busy={busy} />
      </main>
    </div>
  );
}

function NextStep({ view: { state, path, email }, busy }: { view: InvitationView; busy: boolean }) {
  const t = useMessages();
  const primary = buttonClass({ variant: "primary", size: "l" });
  switch (state) {
    case "sign-in":
      return (
        <>
          <Link to={`/sign-in?${new URLSearchParams({ next: path })}`} className={primary}>
            {t("members.join.signIn")}
          </Link>
          <p className="text-14 text-pretty text-ink-soft">{t("members.join.new")}</p>
        </>
      );
    case "join":
      return (
        <>
          <Form method="post" className="grid">
            <Button type="submit" variant="primary" size="l" busy={busy}>
              {t("members.join")}
            </Button>
          </Form>
          <SignedInAs email={email} />
        </>
      );
    case "other-address":
      return (
        <>
          <ErrorNotice code="workspace/other-address" shape="row" />
          <SignedInAs email={email} />
          <Link to="/sign-out" className={primary}>
            {t("members.join.signOut")}
          </Link>
        </>
      );
    case "member":
      return (
        <>
          <p className="text-pretty">{t("members.join.member")}</p>
          <Link to="/home" className={primary}>
            {t("members.join.home")}
          </Link>
        </>
      );
    default:
      return state satisfies never;
  }
}

function SignedInAs({ email }: { email: string | null }) {
  const t = useMessages();
  if (email === null) return null;
  return (
    <p className="text-14 text-ink-soft wrap-anywhere">{t.rich("members.join.as", { email: <bdi>{email}</bdi> })}</p>
  );
}
