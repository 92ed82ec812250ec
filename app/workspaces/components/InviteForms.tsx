import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { WORKSPACES } from "#contracts/workspaceLimits.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { readStored, safeSessionStorage, writeStored } from "~/lib/storage.ts";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { confirmPath, type FormResult, failureOf, type InvitedRole, invitedRole } from "../core/workspaceView.ts";
import { NewLink } from "./NewLink.tsx";
import { Section } from "./Section.tsx";

interface LinkFormProps {
  actionPath: string;
  newId: string;
  result: FormResult | null;
}

interface InviteFormProps extends LinkFormProps {
  /** The role of an invitation that waited for a proof of the reader. */
  invites: InvitedRole | null;
  /** Returns the address of this page with such an invitation. */
  pathWith(role: InvitedRole): string;
}

/** The address waits here while its reader proves who they are. It belongs in no URL. */
const WAITING_KEY = "parley.invitation";

/** Invites an address. Posts `id`, `email`, `role`. */
export function InviteForm({ actionPath, newId, result, invites, pathWith }: InviteFormProps) {
  const t = useMessages();
  const email = useRef<HTMLInputElement>(null);
  const busy = useIsSending("invite");
  const failure = failureOf(result, "invite");
  const isSent = result?.kind === "done" && result.intent === "invite";
  useEffect(() => {
    if (email.current === null) return;
    if (failure?.field === "email") email.current.focus();
    if (isSent) email.current.value = "";
  }, [failure, isSent]);
  const isWaiting = invites !== null;
  useEffect(() => {
    const input = email.current;
    if (!isWaiting || input === null) return;
    const waiting = readStored(safeSessionStorage(), WAITING_KEY);
    writeStored(safeSessionStorage(), WAITING_KEY, null);
    if (waiting !== null && input.value === "") input.value = waiting;
  }, [isWaiting]);
  const needsProof = failure?.code === "account/sign-in-again";
  return (
    <Section title={t("members.invite")} text={t("members.invite.text")}>
      <Form method="post" action={actionPath} noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="invite" />
        <input type="hidden" name="id" value={newId} />
        <div className="grid gap-4 s:grid-cols-[minmax(0,1fr)_180px]">
          <Field label={t("members.email")} error={failure?.field === "email" && errorText(t, failure.code)}>
            {(control) => (
              <TextInput
                {...control}
                ref={email}
                // Not `email`: browsers change and reject such input each in its own way.
                inputMode="email"
                name="email"
                dir="ltr"
                maxLength={WORKSPACES.email.max}
                defaultValue={failure?.typed.email}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label={t("members.role")}>
            {(control) => (
              <Select {...control} name="role" defaultValue={failure?.typed.role ?? invites ?? "member"}>
                <option value="member">{t("members.role.member")}</option>
                <option value="admin">{t("members.role.admin")}</option>
              </Select>
            )}
          </Field>
        </div>
        {failure !== null && failure.field === null && !needsProof && <ErrorNotice code={failure.code} shape="row" />}
        {needsProof && (
          <ProofNotice
            path={confirmPath(pathWith(invitedRole(failure.typed.role ?? null) ?? "member"))}
            onLeave={() => writeStored(safeSessionStorage(), WAITING_KEY, email.current?.value ?? null)}
          />
        )}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {t("members.invite.press")}
        </Button>
      </Form>
    </Section>
  );
}

/** Leads to the page for a fresh code. */
function ProofNotice({ path, onLeave }: { path: string; onLeave(): void }) {
  const t = useMessages();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m bg-danger-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 text-pretty">{t("members.delete.old")}</p>
      <Link to={path} onClick={onLeave} className={buttonClass({ size: "s" })}>
        {t("members.delete.confirm")}
      </Link>
    </div>
  );
}

/** Creates a link for everybody, and shows it until the page is left. Posts `id`. */
export function LinkForm({ actionPath, newId, result }: LinkFormProps) {
  const t = useMessages();
  const busy = useIsSending("link");
  const failure = failureOf(result, "link");
  const link = result?.kind === "done" ? result.link : null;
  return (
    <Section title={t("members.link")} text={t("members.link.text")}>
      {link !== null && <NewLink key={link} link={link} />}
      {failure !== null && <ErrorNotice code={failure.code} shape="row" />}
      <Form method="post" action={actionPath} preventScrollReset>
        <input type="hidden" name="intent" value="link" />
        <input type="hidden" name="id" value={newId} />
        <Button type="submit" busy={busy}>
          {t("members.link.press")}
        </Button>
      </Form>
    </Section>
  );
}
