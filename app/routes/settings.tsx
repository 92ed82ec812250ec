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
  const { pathname } = new URL(request.url);
  if (/^\/settings\/?$/u.test(pathname)) throw redirect("/settings/profile");
  const profile = await context.rpc("read_profile", {});
  // A thief may have used up the requests of the owner, who ends the thief's session there.
  if (!profile.ok && !/^\/settings\/security\/?$/iu.test(pathname)) throw errorResponse(profile.error);
  return { email, address, profile: profile.ok ? profile.value : null };
}

export default function SettingsRoute() {
  const { address, profile } = useLoaderData<typeof loader>();
  const person = {
    name: profile?.display_name ?? null,
    email: address,
    deletesAt: profile?.delete_at ?? null,
    factorReset: profile?.factor_reset ?? false,
    avatar: profile?.avatar ?? null,
  };
  return (
    <AppShell person={person}>
      <SettingsLayout>
        <Outlet />
      </SettingsLayout>
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ShellError error={useRouteError()} />;
}
