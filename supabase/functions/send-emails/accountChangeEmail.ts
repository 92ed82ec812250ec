/** The email about a change of an account: of its address or number, a second factor, or an identity of another provider. */
import * as z from "zod/mini";
import { confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { providerName } from "../_shared/contracts/providerNames.ts";
import { CHANGE_TEXTS } from "../_shared/email/changeTexts.ts";
import { renderNotice } from "../_shared/email/noticeEmail.ts";
import { leftToRight, participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";

const TEXT_OF = {
  email: "emailChanged",
  "email-added": "emailAdded",
  "phone-added": "phoneAdded",
  "phone-changed": "phoneChanged",
  "phone-removed": "phoneRemoved",
  "factor-added": "factorAdded",
  "factor-removed": "factorRemoved",
  "recovery-codes-created": "recoveryCodesCreated",
  "factor-reset-asked": "factorResetAsked",
  "factor-reset-approved": "factorResetApproved",
  "factor-reset-declined": "factorResetDeclined",
  "identity-added": "identityLinked",
  "identity-removed": "identityUnlinked",
} as const satisfies Record<string, keyof (typeof CHANGE_TEXTS)["en"]>;

/**
 * As `announce_change` and `announce_identity` write it. `address`: the new one of a changed address. `provider_name`: that
 * which an operator gave to a provider.
 */
const payloadSchema = z.object({
  change: z.enum([
    ...(["email", "email-added", "phone-added", "phone-changed", "phone-removed"] as const),
    ...(["factor-added", "factor-removed", "recovery-codes-created"] as const),
    ...(["factor-reset-asked", "factor-reset-approved", "factor-reset-declined"] as const),
    ...(["identity-added", "identity-removed"] as const),
  ]),
  address: z.string(),
  provider: z._default(z.string(), ""),
  provider_name: z._default(z.nullable(z.string()), null),
});

/** Returns null if the payload does not fit. */
export function renderAccountChange(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { change, address, provider, provider_name } = parsed.data;
  const language = confirmationLanguage(locale);
  const texts = CHANGE_TEXTS[language];
  const { subject, about } = texts[TEXT_OF[change]];
  const isEmail = change === "email";
  return renderNotice(language, {
    subject,
    about: fillText(about, {
      address: leftToRight(participantText.parse(address)),
      provider: leftToRight(participantText.parse(provider_name ?? providerName(provider))),
    }),
    // Nobody signs in with the old address any more.
    link: isEmail ? null : { text: texts.view, address: `${origin}/settings/security` },
    reason: isEmail ? texts.notYoursElsewhere : texts.notYours,
  });
}
