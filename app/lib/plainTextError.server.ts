import type { AppLoadContext } from "@remix-run/cloudflare";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { Failure } from "#contracts/errors.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";

/** Returns the error as plain text, for addresses of files: the user who follows the link reads it in the browser. */
export function plainTextError({ locale }: AppLoadContext, { code }: Failure): Response {
  const t = getTranslator(locale);
  return new Response(`${t(`error.${code}`)} ${t(`error.${code}.do`)}\n`, {
    status: errorStatus(code),
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
