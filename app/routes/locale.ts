/** POST `/locale`: the language of the buttons, remembered for a year; back to where one was. */
import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isLocale, LOCALE_COOKIE } from "~/i18n/locales.ts";
import { ownPath } from "~/platform/ownPath.ts";

const YEAR = 365 * 24 * 60 * 60;

export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const locale = String(form.get("locale") ?? "");
  const headers = new Headers();
  if (isLocale(locale))
    headers.set("Set-Cookie", `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR}; HttpOnly; SameSite=Lax`);
  return redirect(ownPath(String(form.get("to") ?? "")), { headers });
}
