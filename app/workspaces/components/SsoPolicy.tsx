import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { type FormResult, failureOf, type WorkspaceView, workspacePath } from "../core/workspaceView.ts";
import { Section } from "./Section.tsx";

interface SsoPolicyProps {
  view: Pick<WorkspaceView, "shown" | "sso" | "opensPolicy">;
  result: FormResult | null;
}

/** Lets an admin who signs in by a company require that of all members. */
export function SsoPolicy({ view: { shown, sso, opensPolicy }, result }: SsoPolicyProps) {
  const t = useMessages();
  const busy = useIsSending("sso");
  const failure = failureOf(result, "sso");
  const companies = shown.sso_domains;
  if (companies === null && !sso.isOffered) return null;
  return (
    <Section title={t("members.sso")} text={t("members.sso.text")}>
      {failure && <ErrorNotice code={failure.code} shape="row" />}
      <Form
        method="post"
        action={workspacePath("workspace", shown.id)}
        preventScrollReset
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
      >
        <input type="hidden" name="intent" value="sso" />
        <input type="hidden" name="required" value={companies === null ? "yes" : "no"} />
        {companies === null && !sso.isOwn && (
          <p className="w-full text-14 text-pretty text-ink-soft">{t("members.sso.needed")}</p>
        )}
        <p className="min-w-0 font-strong">
          {companies === null
            ? t("members.sso.off")
            : t.rich("members.sso.on", { companies: <Companies key="companies" domains={companies} /> })}
        </p>
        {(companies !== null || sso.isOwn) && (
          <Button type="submit" busy={busy} autoFocus={opensPolicy === "sso"}>
            {companies === null ? t("members.sso.require") : t("members.sso.stop")}
          </Button>
        )}
      </Form>
    </Section>
  );
}

/** Shows a member who signs in another way why the workspace is closed, and what to do. */
export function CompanyWorkspace({ view: { shown } }: { view: Pick<WorkspaceView, "shown"> }) {
  const t = useMessages();
  const domains = shown.sso_domains ?? [];
  const isGone = domains.length === 0;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m bg-danger-soft px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 text-pretty">
        <p className="font-strong">
          {t.rich("members.sso.locked", {
            workspace: <bdi key="workspace">{shown.name}</bdi>,
            companies: <Companies key="companies" domains={domains} />,
          })}
        </p>
        <p className="mt-1 text-14">{t(isGone ? "members.sso.askOwner" : "members.sso.steps")}</p>
      </div>
      {!isGone && (
        <Link to="/sign-out" className={buttonClass({ size: "s" })}>
          {t("members.sso.signOut")}
        </Link>
      )}
    </div>
  );
}

/** The domains of a company. */
function Companies({ domains }: { domains: readonly string[] }) {
  const t = useMessages();
  if (domains.length === 0) return t("members.sso.gone");
  return domains.map((domain, index) => (
    <Fragment key={domain}>
      {index > 0 && ", "}
      <bdi dir="ltr" className="wrap-anywhere">
        {domain}
      </bdi>
    </Fragment>
  ));
}
