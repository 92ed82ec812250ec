import { Form } from "@remix-run/react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { ConfirmSection } from "~/settings/ConfirmSection.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { ChangeLog } from "./components/ChangeLog.tsx";
import { DoneNotice } from "./components/DoneNotice.tsx";
import { NewWorkspace } from "./components/NewWorkspace.tsx";
import { CompanyWorkspace, SsoPolicy } from "./components/SsoPolicy.tsx";
import { LockedWorkspace, TwoFactorPolicy } from "./components/TwoFactorPolicy.tsx";
import { UsageSection } from "./components/UsageSection.tsx";
import { WorkspaceChoice } from "./components/WorkspaceChoice.tsx";
import { PlannedDeletion, WorkspaceDeletion } from "./components/WorkspaceDeletion.tsx";
import { WorkspaceFacts } from "./components/WorkspaceFacts.tsx";
import { WorkspaceForm } from "./components/WorkspaceForm.tsx";
import { isAdmin } from "./core/roles.ts";
import { type FormResult, failureOf, type WorkspaceView, workspacePath } from "./core/workspaceView.ts";

interface WorkspaceScreenProps {
  env: Pick<PublicEnv, "supabaseUrl" | "publishableKey">;
  view: WorkspaceView;
  result: FormResult | null;
  format: DateFormatter;
}

/** `/settings/workspace`: a workspace of the reader, a new one, and the log of its changes. */
export function WorkspaceScreen({ env, view, result, format }: WorkspaceScreenProps) {
  const { workspaces, shown, newId, leaves, log, usage, now, languageTag } = view;
  const t = useMessages();
  const path = workspacePath("workspace", shown.id);
  const isOpenAdmin = isAdmin(shown.role) && !shown.locked;
  const isUnknownForm = result?.kind === "failed" && result.intent === null;
  return (
    <>
      <DoneNotice result={result} />
      {!isOpenAdmin && <RequestErrorNotice />}
      {isUnknownForm && <ErrorNotice code={result.code} shape="row" className="mb-6" />}
      <PlannedDeletion {...{ view, result, format }} />
      <WorkspaceChoice page="workspace" workspaces={workspaces} shown={shown} />
      {shown.locked && (shown.needs_sso ? <CompanyWorkspace view={view} /> : <LockedWorkspace view={view} />)}
      {isOpenAdmin ? (
        <WorkspaceForm key={shown.id} env={env} view={view} result={result} />
      ) : (
        <WorkspaceFacts shown={shown} />
      )}
      <p className="mt-6 text-14 text-ink-soft">{t("members.yourRole", { role: t(`members.role.${shown.role}`) })}</p>
      {workspaces.length > 1 && !shown.locked && <MeetingsChoice view={view} result={result} />}
      <div className="mt-6">
        {leaves ? (
          <ConfirmSection
            cancel={t("members.cancel")}
            title={t.rich("members.leave.title", { workspace: <bdi>{shown.name}</bdi> })}
            text={t("members.leave.text")}
            press={t("members.leave")}
            intent="leave"
            actionPath={workspacePath("workspace", shown.id, { leave: "" })}
            cancelPath={path}
            error={failureOf(result, "leave")?.code ?? null}
          />
        ) : (
          <Link to={workspacePath("workspace", shown.id, { leave: "" })} preventScrollReset className={buttonClass()}>
            {t("members.leave")}
          </Link>
        )}
      </div>
      {isOpenAdmin && <TwoFactorPolicy view={view} result={result} />}
      {isOpenAdmin && <SsoPolicy view={view} result={result} />}
      {usage !== null && <UsageSection view={usage} {...{ shown, languageTag }} />}
      {log !== null && <ChangeLog shown={shown} log={log} format={format} now={now} />}
      <NewWorkspace actionPath={path} newId={newId} result={result} />
      {!shown.locked && <WorkspaceDeletion {...{ view, result }} />}
    </>
  );
}

/** Tells which workspace takes new meetings, or lets the reader choose the shown one. */
function MeetingsChoice({ view: { shown }, result }: Pick<WorkspaceScreenProps, "view" | "result">) {
  const t = useMessages();
  const busy = useIsSending("choose");
  const failure = failureOf(result, "choose");
  if (shown.chosen) return <p className="mt-2 text-14 text-ink-soft">{t("members.takesMeetings")}</p>;
  return (
    <Form method="post" action={workspacePath("workspace", shown.id)} preventScrollReset className="mt-4 grid gap-3">
      <input type="hidden" name="intent" value="choose" />
      {failure !== null && <ErrorNotice code={failure.code} shape="row" />}
      <Button type="submit" busy={busy} className="justify-self-start">
        {t("members.choose")}
      </Button>
    </Form>
  );
}
