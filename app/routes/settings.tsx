import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { requireAccount } from "~/account/require.server.ts";
import { texts } from "~/i18n/index.tsx";
import { refusal } from "~/platform/failure.ts";
import { AppShell, SettingsFrame, ShellFailure } from "~/workspace/landing.ts";

await texts("workspace", "errors");

/** The person and what they said about themselves: each section shows a part of it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request);
  if (/^\/settings\/?$/u.test(new URL(request.url).pathname)) throw redirect("/settings/profile");
  const profile = await context.rpc("read_profile", {});
  if (!profile.ok) throw refusal(profile.error);
  return { email, profile: profile.value };
}

export default function Settings() {
  const { email, profile } = useLoaderData<typeof loader>();
  return (
    <AppShell person={{ name: profile.display_name, email }}>
      <SettingsFrame>
        <Outlet />
      </SettingsFrame>
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellFailure error={useRouteError()} />;
}
