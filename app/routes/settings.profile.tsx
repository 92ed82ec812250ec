import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { LazyAvatarField } from "~/avatars/LazyAvatarField.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { localeCookie } from "~/i18n/localeCookie.ts";
import { isLocale } from "~/i18n/locales.ts";
import { isTheme, themeCookie } from "~/lib/theme.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { PushSettings } from "~/push/PushSettings.tsx";
import { HintSettings } from "~/settings/HintSettings.tsx";
import { messageLanguageOptions } from "~/settings/messageLanguages.server.ts";
import { ProfileForm } from "~/settings/ProfileForm.tsx";
import { ShortcutSettings } from "~/settings/ShortcutSettings.tsx";
import { parseProfile, toProfileErrors } from "~/settings/settingsForms.server.ts";
import { type ProfileErrors, shownMessageLanguage } from "~/settings/settingsView.ts";
import { useSaveOutcome } from "~/settings/useSaveOutcome.ts";
import type { loader as settingsLoader } from "./settings.tsx";

await loadNamespaces("workspace", "errors", "keys", "avatars");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export const loader = ({ context }: LoaderFunctionArgs) => ({
  title: getTranslator(context.locale)("settings.profile"),
  locale: context.locale,
  messages: { languages: messageLanguageOptions(), proposed: context.messageLanguage },
  theme: context.theme,
  timeZones: Intl.supportedValuesOf("timeZone"),
  env: context.env,
  pushKey: context.pushKey,
});

const NO_PROFILE_ERRORS: ProfileErrors = {};

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  const form = await request.formData();
  const chosen = form.get("theme");
  const submitted = {
    name: String(form.get("display_name") ?? ""),
    locale: String(form.get("ui_locale") ?? ""),
    messageLanguage: String(form.get("message_language") ?? ""),
    timeZone: String(form.get("time_zone") ?? ""),
    theme: isTheme(chosen) ? chosen : context.theme,
    emails: form.has("confirmation_emails"),
  };
  const errorResult = (errors: ProfileErrors) => {
    const [code = "request/invalid"]: ErrorCode[] = Object.values(errors);
    return data({ saved: false, errors, typed: submitted }, { status: errorStatus(code) });
  };
  const parsed = parseProfile(form);
  if ("errors" in parsed) return errorResult(parsed.errors);
  const { display_name, ui_locale, message_language, time_zone } = parsed.values;
  const stored = await context.rpc("update_profile", {
    p_display_name: display_name,
    ...(message_language && { p_ui_locale: message_language }),
    ...(time_zone && { p_time_zone: time_zone }),
  });
  if (!stored.ok) return errorResult(toProfileErrors(stored.error.code));
  const switched = await context.rpc("set_confirmation_emails", { p_on: submitted.emails });
  if (!switched.ok) return errorResult({ form: switched.error.code });
  const headers = new Headers({ "Set-Cookie": localeCookie(ui_locale) });
  headers.append("Set-Cookie", themeCookie(submitted.theme));
  // A page keeps its UI language and its theme; others need a reload.
  if (ui_locale !== context.locale || submitted.theme !== context.theme)
    throw redirectDocument("/settings/profile?saved", { headers });
  // The loader's profile follows later. Until then the form would show the former name, and another save would send it.
  const typed = { ...submitted, name: stored.value.display_name ?? "" };
  return data({ saved: true, errors: NO_PROFILE_ERRORS, typed }, { headers });
}

export default function ProfileSettings() {
  const settings = useRouteLoaderData<typeof settingsLoader>("routes/settings");
  const { locale, messages, theme, timeZones, env, pushKey } = useLoaderData<typeof loader>();
  const viewer = useViewer();
  const actionResult = useActionData<typeof action>();
  const outcome = useSaveOutcome(actionResult);
  if (!settings?.profile) return null;
  const { email, profile } = settings;
  const submitted = actionResult?.typed;
  return (
    <>
      <ProfileForm
        picture={
          <LazyAvatarField
            env={env}
            workspaceId={null}
            shown={{ avatar: profile.avatar, name: profile.display_name ?? "", colour: viewer?.colour ?? 1 }}
          />
        }
        email={email}
        values={{
          name: submitted?.name ?? profile.display_name ?? "",
          locale: submitted && isLocale(submitted.locale) ? submitted.locale : locale,
          messageLanguage:
            submitted?.messageLanguage ||
            shownMessageLanguage(messages.languages, profile.ui_locale, messages.proposed),
          timeZone: submitted?.timeZone ?? profile.time_zone ?? "",
          theme: submitted?.theme ?? theme,
          emails: submitted?.emails ?? profile.confirmation_emails,
        }}
        errors={actionResult?.errors ?? {}}
        outcome={outcome}
        timeZones={timeZones}
        messageLanguages={messages.languages}
      />
      {pushKey !== null && <PushSettings env={env} pushKey={pushKey} />}
      <ShortcutSettings />
      <HintSettings />
    </>
  );
}
