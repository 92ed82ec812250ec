import { Form } from "@remix-run/react";
import type { Invitation } from "#contracts/workspaces.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { DateText } from "~/settings/DateText.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { type FormResult, failureOf, type MemberChoice } from "../core/workspaceView.ts";
import { Section } from "./Section.tsx";

interface InvitationListProps {
  invitations: readonly Invitation[];
  actionPath: string;
  choice: MemberChoice | null;
  result: FormResult | null;
  format: DateFormatter;
  now: number;
}

/** The invitations that still work. */
export function InvitationList({ invitations, ...rest }: InvitationListProps) {
  const t = useMessages();
  if (invitations.length === 0) return null;
  return (
    <Section title={t("members.open")}>
      <ul className="grid divide-y divide-line border-t border-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="py-4">
            <InvitationRow invitation={invitation} {...rest} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface InvitationRowProps extends Omit<InvitationListProps, "invitations"> {
  invitation: Invitation;
}

function InvitationRow({ invitation, actionPath, choice, result, format, now }: InvitationRowProps) {
  const t = useMessages();
  const { id, email, role, invited_by, expires_at } = invitation;
  const name = email ?? t("members.everybody");
  const failure = failureOf(result, "renew", id) ?? failureOf(result, "revoke", id);
  const buttons = { renew: useIsSending("renew", id), revoke: useIsSending("revoke", id) };
  const texts = { renew: t(email === null ? "members.newLink" : "members.again"), revoke: t("members.revoke") };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="leading-snug font-strong wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <p className="text-14 text-ink-soft wrap-anywhere">
            {t(`members.role.${role}`)}
            {" · "}
            {t.rich("members.until", { date: <DateText at={expires_at} format={format} now={now} withTime /> })}
            {invited_by !== null && (
              <>
                <br />
                {t.rich("members.invitedBy", { name: <bdi>{invited_by}</bdi> })}
              </>
            )}
          </p>
        </div>
        <Form method="post" action={actionPath} preventScrollReset className="flex flex-wrap gap-2">
          <input type="hidden" name="id" value={id} />
          {(["renew", "revoke"] as const).map((intent) => (
            <Button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              size="s"
              busy={buttons[intent]}
              autoFocus={intent === "renew" && choice?.id === id}
            >
              {texts[intent]}
              <bdi className="sr-only">{name}</bdi>
            </Button>
          ))}
        </Form>
      </div>
      {failure !== null && <ErrorNotice code={failure.code} shape="row" />}
    </div>
  );
}
