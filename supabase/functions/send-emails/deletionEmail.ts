/** The emails about the deletion of an account or a workspace. */
import * as z from "zod/mini";
import { CONFIRMATION_LANGUAGES, confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { time } from "../_shared/contracts/time.ts";
import { renderNotice } from "../_shared/email/noticeEmail.ts";
import { participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { DELETION_TEXTS } from "./deletionTexts.ts";

const timeZone = z.catch(z.nullable(z.string()), null);

/** As `request_account_deletion` writes it. */
const accountPayload = z.object({ delete_at: time, time_zone: timeZone });

/** As `inform_members` writes it. The owner is null if they have no name. */
const workspacePayload = z.object({
  ...{ delete_at: time, time_zone: timeZone },
  workspace: participantText,
  owner: z.nullable(participantText),
});

/** Returns null if the payload does not fit. */
export function renderAccountDeletion(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = accountPayload.safeParse(payload);
  if (!parsed.success) return null;
  const language = confirmationLanguage(locale);
  const { subject, about, keep, reason } = DELETION_TEXTS[language].account;
  return renderNotice(language, {
    subject: fillText(subject, { date: dayOf(parsed.data, language) }),
    ...{ about, reason },
    link: { text: keep, address: `${origin}/settings/data` },
  });
}

/** The last email to an address. */
export function renderDeletedAccount(locale: string): RenderedEmail {
  const language = confirmationLanguage(locale);
  return renderNotice(language, { ...DELETION_TEXTS[language].deleted, link: null });
}

/** Returns null if the payload does not fit. */
export function renderWorkspaceDeletion(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = workspacePayload.safeParse(payload);
  if (!parsed.success) return null;
  const language = confirmationLanguage(locale);
  const { subject, about, nameless, view, reason } = DELETION_TEXTS[language].workspace;
  const { workspace, owner } = parsed.data;
  return renderNotice(language, {
    subject: fillText(subject, { workspace, date: dayOf(parsed.data, language) }),
    about: owner === null ? nameless : fillText(about, { name: owner }),
    reason,
    link: { text: view, address: `${origin}/settings/workspace` },
  });
}

function dayOf(
  { delete_at, time_zone }: z.infer<typeof accountPayload>,
  language: keyof typeof CONFIRMATION_LANGUAGES,
): string {
  const options = { day: "numeric", month: "long", year: "numeric" } as const;
  const { tag } = CONFIRMATION_LANGUAGES[language];
  const at = new Date(delete_at);
  try {
    return new Intl.DateTimeFormat(tag, { ...options, timeZone: time_zone ?? "UTC" }).format(at);
  } catch {
    return new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" }).format(at);
  }
}
