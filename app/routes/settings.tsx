import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { SettingsLayout } from "~/settings/SettingsLayout.tsx";
import { AppShell } from "~/shell/AppShell.tsx";
import { ShellError } from "~/shell/ShellError.tsx";

await loadNamespaces("workspace", "errors");

/** The account and its profile; each section shows a part. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, address } = await requireAccount(context, request);
  if (/^\/settings\/?$/u.test(new URL(request.url).pathname)) throw redirect("/settings/profile");
  const profile = await context.rpc("read_profile", {});
  if (!profile.ok) throw errorResponse(profile.error);
  return { email, address, profile: profile.value };
}

export default function SettingsRoute() {
  const { address, profile } = useLoaderData<typeof loader>();
  const { display_name, delete_at, factor_reset } = profile;
  return (
    <AppShell person={{ name: display_name, email: address, deletesAt: delete_at, factorReset: factor_reset }}>
      <SettingsLayout>
        <Outlet />
      </SettingsLayout>
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
