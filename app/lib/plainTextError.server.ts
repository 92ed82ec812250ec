import type { AppLoadContext } from "@remix-run/cloudflare";
import { ERRORS, type Failure } from "#contracts/errors.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";

/** An address that gives a file says in words why it gives none: whoever follows the link sees them. */
export function plainTextError({ locale }: AppLoadContext, { code }: Failure): Response {
  const t = getTranslator(locale);
  return new Response(`${t(`error.${code}`)} ${t(`error.${code}.do`)}\n`, {
    status: ERRORS[code].status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
