import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import { requireAccount } from "~/account/require.server.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { localeCookie } from "~/i18n/localeCookie.ts";
import { isLocale } from "~/i18n/locales.ts";
import type { loader as settingsLoader } from "~/routes/settings.tsx";
import { parseProfile, profileErrors } from "~/workspace/forms.server.ts";
import { KeysSection, type ProfileErrors, ProfileForm, useSaveOutcome } from "~/workspace/landing.ts";

await texts("workspace", "errors", "keys");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export const loader = ({ context }: LoaderFunctionArgs) => ({
  title: textIn(context.locale)("settings.profile"),
  /** Of the page: what one sees is what one keeps by saving. */
  locale: context.locale,
  timeZones: Intl.supportedValuesOf("timeZone"),
});

const NONE: ProfileErrors = {};

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  const form = await request.formData();
  const typed = {
    name: String(form.get("display_name") ?? ""),
    locale: String(form.get("ui_locale") ?? ""),
    timeZone: String(form.get("time_zone") ?? ""),
  };
  const refused = (errors: ProfileErrors) => {
    const [code = "request/invalid"]: ErrorCode[] = Object.values(errors);
    return data({ saved: false, errors, typed }, { status: ERRORS[code].status });
  };
  const sent = parseProfile(form);
  if ("errors" in sent) return refused(sent.errors);
  const { display_name, ui_locale, time_zone } = sent.values;
  const stored = await context.rpc("update_profile", { display_name, ui_locale, ...(time_zone && { time_zone }) });
  if (!stored.ok) return refused(profileErrors(stored.error.code));
  const headers = { "Set-Cookie": localeCookie(ui_locale) };
  // A page speaks one language for life: in another it is loaded anew.
  if (ui_locale !== context.locale) throw redirectDocument("/settings/profile?saved", { headers });
  return data({ saved: true, errors: NONE, typed: null }, { headers });
}

export default function ProfileSettings() {
  const settings = useRouteLoaderData<typeof settingsLoader>("routes/settings");
  const { locale, timeZones } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const outcome = useSaveOutcome(answer);
  if (settings === undefined) return null;
  const { email, profile } = settings;
  const typed = answer?.typed;
  return (
    <>
      <ProfileForm
        email={email}
        values={{
          name: typed?.name ?? profile.display_name ?? "",
          locale: typed && isLocale(typed.locale) ? typed.locale : locale,
          timeZone: typed?.timeZone ?? profile.time_zone ?? "",
        }}
        errors={answer?.errors ?? {}}
        outcome={outcome}
        timeZones={timeZones}
      />
      <KeysSection />
    </>
  );
}
