/** Turns an email of the outbox into its subject and body. */
import type { LeasedEmail } from "../_shared/contracts/email.ts";
import { escapeHtml } from "../_shared/email/html.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { renderAccountChange } from "./accountChangeEmail.ts";
import { renderConfirmation } from "./confirmationEmail.ts";
import { renderAccountDeletion, renderDeletedAccount, renderWorkspaceDeletion } from "./deletionEmail.ts";
import { renderFactorReset } from "./factorResetEmail.ts";
import { renderInvitation } from "./invitationEmail.ts";
import { renderNewDevice } from "./newDeviceEmail.ts";
import { renderPasskeyChanged } from "./passkeyEmail.ts";
import { renderPasswordChanged } from "./passwordEmail.ts";
import { renderPlan, renderPlanReminder } from "./planEmail.ts";
import { EMAIL_LOCALES, EMAIL_TEXTS } from "./texts.ts";

/**
 * Returns null for a template that does not exist, and for a payload that does not fit it. Renders the same email each time, as
 * its idempotency key requires. `origin` is that of Parley's pages. `from`: the address of the sender, which is the organizer of invitations,
 * because mail programs show the buttons of a calendar only for the sender's own.
 */
export function renderEmail(
  { template, locale, payload }: Pick<LeasedEmail, "template" | "locale" | "payload">,
  origin: string | null,
  from: string | null = null,
): RenderedEmail | null {
  if (template === "confirmation") return origin === null ? null : renderConfirmation(payload, origin);
  if (template === "invitation") return origin === null ? null : renderInvitation(payload, locale, origin);
  if (template === "plan") return origin === null || from === null ? null : renderPlan(payload, origin, from);
  if (template === "plan-reminder") return origin === null ? null : renderPlanReminder(payload, origin);
  if (template === "new-device") return origin === null ? null : renderNewDevice(payload, locale, origin);
  if (template === "password-changed") return origin === null ? null : renderPasswordChanged(payload, locale, origin);
  if (template === "account-changed") return origin === null ? null : renderAccountChange(payload, locale, origin);
  if (template === "passkey-changed") return origin === null ? null : renderPasskeyChanged(payload, locale, origin);
  if (template === "factor-reset") return origin === null ? null : renderFactorReset(payload, locale, origin);
  if (template === "account-deletion") return origin === null ? null : renderAccountDeletion(payload, locale, origin);
  if (template === "account-deleted") return renderDeletedAccount(locale);
  if (template === "workspace-deletion")
    return origin === null ? null : renderWorkspaceDeletion(payload, locale, origin);
  if (!isTemplate(template)) return null;
  const language = EMAIL_LOCALES.find((known) => known === locale.split("-")[0]) ?? "en";
  const { subject, paragraphs } = EMAIL_TEXTS[template][language];
  const direction = language === "ar" ? "rtl" : "ltr";
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("");
  return {
    subject,
    html: `<!doctype html><html lang="${language}" dir="${direction}"><body>${body}</body></html>`,
    text: paragraphs.join("\n\n"),
  };
}

const isTemplate = (name: string): name is keyof typeof EMAIL_TEXTS => Object.hasOwn(EMAIL_TEXTS, name);
