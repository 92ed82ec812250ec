import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { ERRORS } from "#contracts/errors.ts";
import { requireAccount } from "~/account/require.server.ts";
import { actOnGlossary, statusOf } from "~/glossary/act.server.ts";
import { Glossary } from "~/glossary/index.ts";
import { readGlossary, readPlace } from "~/glossary/read.server.ts";
import { textIn } from "~/i18n/all.server.ts";
import { texts } from "~/i18n/index.tsx";
import { refusal } from "~/platform/failure.ts";
import { AppShell, ShellFailure } from "~/workspace/landing.ts";

await texts("workspace", "glossary", "errors");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  const place = await readPlace(context, request);
  const view = await readGlossary(context, request, place);
  const person = { name: place.home.profile.display_name, email };
  const status = view.error === null ? 200 : ERRORS[view.error].status;
  return data({ title: textIn(context.locale)("glossary.title"), person, view }, { status });
}

/** What changes no term is no reason to read them all again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) => {
  const intent = formData?.get("intent");
  return intent === "retranslate" || intent === "preview" ? false : defaultShouldRevalidate;
};

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAccount(context, request);
  const { workspace } = await readPlace(context, request);
  if (workspace === null) throw refusal({ code: "request/not-found" });
  const answer = await actOnGlossary(context, workspace, await request.formData());
  return data(answer, { status: statusOf(answer) });
}

export default function GlossaryRoute() {
  const { person, view } = useLoaderData<typeof loader>();
  return (
    <AppShell person={person}>
      <Glossary key={view.workspace} view={view} answer={useActionData<typeof action>()} />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellFailure error={useRouteError()} />;
}
