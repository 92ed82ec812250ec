import { useMessages } from "~/i18n/I18nProvider.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { DoneNotice } from "./components/DoneNotice.tsx";
import { FactorResetList } from "./components/FactorResetList.tsx";
import { InvitationList } from "./components/InvitationList.tsx";
import { InviteForm, LinkForm } from "./components/InviteForms.tsx";
import { listPath, MemberList, type MemberListProps } from "./components/MemberList.tsx";
import { WorkspaceChoice } from "./components/WorkspaceChoice.tsx";
import { type FormResult, type MembersView, workspacePath } from "./core/workspaceView.ts";

/** `/settings/members`: the members of a workspace and its open invitations. */
export function MembersScreen({ view, result, format }: MemberListProps) {
  const t = useMessages();
  const { workspaces, shown, members, next, after, invitations, choice, invites, newId, now, error } = view;
  const actionPath = listPath(view);
  const errors = [error, lostError(view, result)].filter((code) => code !== null);
  return (
    <>
      <DoneNotice result={result} />
      <RequestErrorNotice />
      <WorkspaceChoice page="members" workspaces={workspaces} shown={shown} />
      <FactorResetList {...{ view, actionPath, result, format }} />
      <section aria-labelledby="members" className="grid gap-4">
        <div>
          <h2 id="members" className="text-22 leading-snug font-head wrap-anywhere">
            {t.rich("members.list", { workspace: <bdi>{shown.name}</bdi> })}
          </h2>
          <p className="mt-1 text-pretty text-ink-soft">{t("members.list.text")}</p>
        </div>
        {errors.map((code) => (
          <ErrorNotice key={code} code={code} shape="row" />
        ))}
        {members.length > 0 && <MemberList {...{ view, result, format }} />}
        {(next !== null || after !== null) && (
          <div className="flex flex-wrap gap-2">
            {after !== null && (
              <Link to={workspacePath("members", shown.id)} className={buttonClass({ size: "s" })}>
                {t("members.first")}
              </Link>
            )}
            {next !== null && (
              <Link to={workspacePath("members", shown.id, { after: next })} className={buttonClass({ size: "s" })}>
                {t("members.next")}
              </Link>
            )}
          </div>
        )}
      </section>
      {invitations !== null && (
        <>
          <InviteForm
            {...{ actionPath, newId, result, invites }}
            pathWith={(role) => listPath(view, { invite: role })}
          />
          <LinkForm {...{ actionPath, newId, result }} />
          <InvitationList {...{ invitations, actionPath, choice, result, format, now }} />
        </>
      )}
    </>
  );
}

/** Returns the error of an unknown form, or of a member, reset or invitation that is no longer listed. */
function lostError({ members, resets, invitations }: MembersView, result: FormResult | null) {
  if (result?.kind !== "failed") return null;
  const { intent, id, code } = result;
  switch (intent) {
    case "invite":
    case "link":
      return null;
    case "renew":
    case "revoke":
      return invitations?.some((invitation) => invitation.id === id) ? null : code;
    case "role":
    case "remove":
    case "transfer":
      return members.some(({ user_id }) => user_id === id) ? null : code;
    case "reset-approve":
    case "reset-decline":
      return resets.some(({ user_id }) => user_id === id) ? null : code;
    case "save":
    case "choose":
    case "create":
    case "leave":
    case "delete":
    case "two-factor":
    case "sso":
    case "keep":
    case null:
      return code;
    default:
      return intent satisfies never;
  }
}
