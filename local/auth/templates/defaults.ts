/** What is sent when `config.toml` names no template: code and link, in the manner of GoTrue's own. */
import type { TemplateSource } from "../../config.ts";

const body = (title: string, press: string) =>
  `<h2>${title}</h2>\n<p><a href="{{ .ConfirmationURL }}">${press}</a></p>\n<p>{{ .Token }}</p>\n`;

export const defaults: Readonly<Record<string, Pick<TemplateSource, "subject"> & { readonly content: string }>> = {
  confirmation: {
    subject: "Confirm your email address",
    content: body("Confirm your email address", "Confirm email address"),
  },
  magic_link: { subject: "Your sign-in link", content: body("Your sign-in link", "Sign in") },
  email_change: {
    subject: "Confirm your new email address",
    content: body("Confirm your new email address", "Confirm {{ .NewEmail }}"),
  },
};
