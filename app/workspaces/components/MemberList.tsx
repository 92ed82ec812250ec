import type { ReactNode } from "react";
import { ownColour } from "#contracts/colours.ts";
import type { WorkspaceMember } from "#contracts/workspaces.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { ConfirmSection } from "~/settings/ConfirmSection.tsx";
import { DateText } from "~/settings/DateText.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import { rolesToGive } from "../core/roles.ts";
import { type FormResult, failureOf, type MembersView, workspacePath } from "../core/workspaceView.ts";
import { RoleForm } from "./RoleForm.tsx";

export interface MemberListProps {
  view: MembersView;
  result: FormResult | null;
  format: DateFormatter;
}

/** The members of a workspace, with the forms that the reader's role allows. */
export function MemberList({ view, result, format }: MemberListProps) {
  return (
    <ul className="grid divide-y divide-line border-t border-line">
      {view.members.map((member) => (
        <li key={member.user_id} className="py-4">
          <MemberRow member={member} {...{ view, result, format }} />
        </li>
      ))}
    </ul>
  );
}

function MemberRow({ member, view, result, format }: MemberListProps & { member: WorkspaceMember }) {
  const t = useMessages();
  const { shown, ownId, question, choice, now } = view;
  const { user_id: id, display_name, avatar, role, email, joined_at } = member;
  const name = display_name ?? email ?? t("members.nameless");
  const isOwn = id === ownId;
  const roles = isOwn ? [] : rolesToGive(shown.role, role);
  const chosen = choice?.id === id ? choice.role : null;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <PictureAvatar avatar={avatar} name={display_name ?? ""} colour={ownColour(id)} size="l" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="flex flex-wrap items-center gap-2 leading-snug font-strong wrap-anywhere">
            <bdi>{name}</bdi>
            {isOwn && <Chip>{t("members.you")}</Chip>}
          </p>
          <p className="text-14 text-ink-soft wrap-anywhere">
            {email !== null && email !== name && (
              <>
                <bdi>{email}</bdi>
                <br />
              </>
            )}
            {t.rich("members.joined", { date: <DateText at={joined_at} format={format} now={now} /> })}
          </p>
        </div>
        {roles.length === 0 ? (
          <p className="text-ink-soft">{t(`members.role.${role}`)}</p>
        ) : (
          <RoleForm key={role} actionPath={listPath(view)} {...{ id, name, role, roles, chosen }} />
        )}
      </div>
      <MemberError result={result} id={id} />
      {question?.id === id && roles.length > 0 ? (
        <MemberQuestion {...{ view, id, name }} />
      ) : (
        roles.length > 0 && <MemberLinks {...{ view, id, name }} />
      )}
    </div>
  );
}

interface MemberProps {
  view: MembersView;
  id: string;
  name: string;
}

/** The address of the list, with the page of members that is shown. */
export const listPath = ({ shown, after }: MembersView, parameters: Record<string, string> = {}): string =>
  workspacePath("members", shown.id, { ...(after !== null && { after }), ...parameters });

/** Open the questions whether to remove somebody or to make them the owner. */
function MemberLinks({ view, id, name }: MemberProps) {
  const t = useMessages();
  const question = (kind: "remove" | "transfer", text: ReactNode) => (
    <Link
      to={listPath(view, { [kind]: id })}
      preventScrollReset
      className="inline-flex min-h-control-s items-center text-14 font-strong text-accent underline underline-offset-3"
    >
      {text}
      <bdi className="sr-only">{name}</bdi>
    </Link>
  );
  return (
    <p className="flex flex-wrap gap-x-5">
      {question("remove", t("members.remove"))}
      {view.shown.role === "owner" && question("transfer", t("members.transfer"))}
    </p>
  );
}

function MemberQuestion({ view, id, name }: MemberProps) {
  const t = useMessages();
  const { question } = view;
  if (question === null) return null;
  const { kind } = question;
  return (
    <ConfirmSection
      cancel={t("members.cancel")}
      key={kind}
      title={t.rich(`members.${kind}.title`, { name: <bdi>{name}</bdi> })}
      text={kind === "remove" ? t("members.remove.text") : t.rich("members.transfer.text", { name: <bdi>{name}</bdi> })}
      press={t(`members.${kind}`)}
      intent={kind}
      id={id}
      actionPath={listPath(view)}
      cancelPath={listPath(view)}
      error={null}
    />
  );
}

/** Shows the error of a member's form. A question has closed by then. */
function MemberError({ result, id }: { result: FormResult | null; id: string }) {
  const failure = failureOf(result, "role", id) ?? failureOf(result, "remove", id) ?? failureOf(result, "transfer", id);
  return failure && <ErrorNotice code={failure.code} shape="row" />;
}
