import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Links, LiveReload, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { SessionWatch } from "~/account/landing.ts";
import { useLocale } from "~/i18n/index.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import { NonceContext } from "~/platform/nonce.ts";
import { RouteFailure } from "~/platform/RouteFailure.tsx";
import { useViewer } from "~/platform/viewer.ts";
import styles from "~/styles/app.css";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: "Parley" }];

/** No request of its own: a token is verified by keys that the isolate holds, and without a cookie there is no token. */
export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = await context.session.viewer();
  return { viewer: viewer && { id: viewer.id, anonymous: viewer.anonymous } };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const locale = useLocale();
  return (
    <html lang={locale} dir={LOCALES[locale].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <LiveReload nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  const viewer = useViewer();
  return (
    <>
      <SessionWatch viewer={viewer} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <RouteFailure error={useRouteError()} />;
}
