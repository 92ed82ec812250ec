/** Emails about a change of an account. They have no code, and nobody has to answer them. */
import type { ChangeAction, ChangeData, HookUser } from "../_shared/contracts/authHooks.ts";
import { type ConfirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { CHANGE_TEXTS } from "../_shared/email/changeTexts.ts";
import { renderNotice } from "../_shared/email/noticeEmail.ts";
import { leftToRight, participantText } from "../_shared/email/participantText.ts";
import type { AddressedEmail } from "./addressedEmail.ts";

const TEXT_OF = {
  password_changed_notification: "passwordChanged",
  email_changed_notification: "emailChanged",
  phone_changed_notification: "phoneChanged",
  identity_linked_notification: "identityLinked",
  identity_unlinked_notification: "identityUnlinked",
  mfa_factor_enrolled_notification: "factorAdded",
  mfa_factor_unenrolled_notification: "factorRemoved",
} as const satisfies Record<ChangeAction, keyof (typeof CHANGE_TEXTS)["en"]>;

/** Names of providers that are not written as their id. */
const PROVIDERS: Readonly<Record<string, string>> = {
  github: "GitHub",
  google: "Google",
  apple: "Apple",
  azure: "Microsoft",
};

/** Returns no email for a user without an address. */
export function renderChangeEmails(
  user: HookUser,
  { email_action_type: action, old_email, provider }: ChangeData,
  language: ConfirmationLanguage,
  origin: string | null,
): AddressedEmail[] {
  const isEmailChange = action === "email_changed_notification";
  // The new address would be that of a thief.
  const to = isEmailChange ? old_email : user.email;
  if (!to) return [];
  const texts = CHANGE_TEXTS[language];
  const { subject, about } = texts[TEXT_OF[action]];
  const values = {
    address: leftToRight(participantText.parse(user.email ?? "")),
    provider: participantText.parse(providerName(provider ?? "")),
  };
  const email = renderNotice(language, {
    subject,
    about: fillText(about, values),
    // Nobody signs in with the old address any more.
    link: isEmailChange || origin === null ? null : { text: texts.view, address: `${origin}/settings/security` },
    reason: isEmailChange ? texts.notYoursElsewhere : texts.notYours,
  });
  return [{ to, key: action, email }];
}

/** `sso:…` and `custom:…` are followed by an id. */
function providerName(provider: string): string {
  if (provider.startsWith("sso:")) return "SSO";
  const name = provider.replace(/^custom:/u, "");
  return (Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined) ?? name;
}
