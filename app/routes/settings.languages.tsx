import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { readLanguagePairs } from "~/lib/backendStatus.server.ts";
import { LanguagesForm } from "~/settings/LanguagesForm.tsx";
import { parseLanguages } from "~/settings/settingsForms.server.ts";
import type { LanguagesErrors } from "~/settings/settingsView.ts";
import { useSaveOutcome } from "~/settings/useSaveOutcome.ts";
import { suggestedLanguages } from "~/translation/suggestedLanguages.server.ts";
import type { loader as settingsLoader } from "./settings.tsx";

await loadNamespaces("workspace", "meeting", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export const loader = async ({ request, context }: LoaderFunctionArgs) => ({
  title: getTranslator(context.locale)("settings.languages"),
  languageChoice: { suggested: suggestedLanguages(request.headers), pairs: await readLanguagePairs(context) },
});

const NO_LANGUAGE_ERRORS: LanguagesErrors = {};

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  const errorResult = (errors: LanguagesErrors) => {
    const [code = "request/invalid"]: ErrorCode[] = Object.values(errors);
    return data({ saved: false, errors }, { status: errorStatus(code) });
  };
  const parsed = parseLanguages(await request.formData());
  if ("errors" in parsed) return errorResult(parsed.errors);
  const stored = await context.rpc("update_profile", { p_speaks: parsed.values.speaks, p_reads: parsed.values.reads });
  if (!stored.ok) return errorResult({ form: stored.error.code });
  return data({ saved: true, errors: NO_LANGUAGE_ERRORS });
}

export default function LanguageSettings() {
  const settings = useRouteLoaderData<typeof settingsLoader>("routes/settings");
  const { languageChoice } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const outcome = useSaveOutcome(actionResult);
  if (!settings?.profile) return null;
  const { speaks, reads } = settings.profile;
  const [first = "en"] = languageChoice.suggested;
  return (
    <LanguagesForm
      values={{ speaks: speaks ?? first, reads: reads ?? first }}
      errors={actionResult?.errors ?? {}}
      outcome={outcome}
      languageChoice={languageChoice}
    />
  );
}
