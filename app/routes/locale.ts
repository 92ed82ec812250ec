/** POST `/locale`: stores the UI language for a year and redirects back. */
import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { localeCookie } from "~/i18n/localeCookie.ts";
import { isLocale } from "~/i18n/locales.ts";
import { safeRedirect } from "~/lib/safeRedirect.ts";

export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const locale = String(form.get("locale") ?? "");
  const headers = new Headers();
  if (isLocale(locale)) headers.set("Set-Cookie", localeCookie(locale));
  return redirect(safeRedirect(String(form.get("to") ?? "")), { headers });
}
