import { Form } from "@remix-run/react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { type FormResult, failureOf, type WorkspaceView, workspacePath } from "../core/workspaceView.ts";
import { Section } from "./Section.tsx";

const SECURITY_PATH = "/settings/security";

interface TwoFactorPolicyProps {
  view: Pick<WorkspaceView, "shown" | "opensPolicy">;
  result: FormResult | null;
}

/** Lets an admin require two-factor sign-in of all members. */
export function TwoFactorPolicy({ view: { shown, opensPolicy }, result }: TwoFactorPolicyProps) {
  const t = useMessages();
  const busy = useIsSending("two-factor");
  const failure = failureOf(result, "two-factor");
  return (
    <Section title={t("members.twoFactor")} text={t("members.twoFactor.text")}>
      {failure && (
        <ErrorNotice
          code={failure.code}
          shape="row"
          action={failure.code === "workspace/factor-needed" && <SetUpLink />}
        />
      )}
      <Form
        method="post"
        action={workspacePath("workspace", shown.id)}
        preventScrollReset
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
      >
        <input type="hidden" name="intent" value="two-factor" />
        <input type="hidden" name="required" value={shown.two_factor ? "no" : "yes"} />
        <p className="w-full text-14 text-pretty text-ink-soft">{t("members.twoFactor.passkeys")}</p>
        <p className="font-strong">{shown.two_factor ? t("members.twoFactor.on") : t("members.twoFactor.off")}</p>
        <Button type="submit" busy={busy} autoFocus={opensPolicy === "two-factor"}>
          {shown.two_factor ? t("members.twoFactor.stop") : t("members.twoFactor.require")}
        </Button>
      </Form>
    </Section>
  );
}

/** Tells a member without a second factor why the workspace is closed, and where to add one. */
export function LockedWorkspace({ view: { shown } }: { view: Pick<WorkspaceView, "shown"> }) {
  const t = useMessages();
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m bg-danger-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 font-strong text-pretty">
        {t.rich("members.twoFactor.locked", { workspace: <bdi>{shown.name}</bdi> })}
      </p>
      <SetUpLink />
    </div>
  );
}

function SetUpLink() {
  const t = useMessages();
  return (
    <Link to={SECURITY_PATH} className={buttonClass({ size: "s" })}>
      {t("members.twoFactor.setUp")}
    </Link>
  );
}
