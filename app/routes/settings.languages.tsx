import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import { requireAccount } from "~/account/require.server.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { likelyLanguages } from "~/languages/likely.server.ts";
import type { loader as settingsLoader } from "~/routes/settings.tsx";
import { parseLanguages } from "~/workspace/forms.server.ts";
import { type LanguagesErrors, LanguagesForm } from "~/workspace/index.ts";

await texts("workspace", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export const loader = ({ request, context }: LoaderFunctionArgs) => ({
  title: textIn(context.locale)("settings.languages"),
  likely: likelyLanguages(request.headers),
});

const NONE: LanguagesErrors = {};

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  const refused = (errors: LanguagesErrors) => {
    const [code = "request/invalid"]: ErrorCode[] = Object.values(errors);
    return data({ saved: false, errors }, { status: ERRORS[code].status });
  };
  const sent = parseLanguages(await request.formData());
  if ("errors" in sent) return refused(sent.errors);
  const stored = await context.rpc("update_profile", sent.values);
  if (!stored.ok) return refused({ form: stored.error.code });
  return data({ saved: true, errors: NONE });
}

export default function LanguageSettings() {
  const settings = useRouteLoaderData<typeof settingsLoader>("routes/settings");
  const { likely } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (settings === undefined) return null;
  const { speaks, reads } = settings.profile;
  const [first = "en"] = likely;
  return (
    <LanguagesForm
      values={{ speaks: speaks ?? first, reads: reads ?? first }}
      errors={answer?.errors ?? {}}
      outcome={answer ?? null}
      likely={likely}
    />
  );
}
