import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import {
  type ClientLoaderFunctionArgs,
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { LazySessionWatch } from "~/auth/lazy.tsx";
import { useLocale } from "~/i18n/I18nProvider.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import { NonceContext } from "~/lib/NonceContext.tsx";
import { RouteError } from "~/lib/RouteError.tsx";
import { broadcastSignedOut } from "~/lib/sessionChannel.ts";
import { ThemeContext } from "~/lib/ThemeContext.tsx";
import { ownColour } from "~/lib/viewerColour.server.ts";
import styles from "~/styles/app.css";

export const links: LinksFunction = () => [
  { rel: "preload", href: interLatin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: "Parley" }];

/** Costs no request: the isolate holds the keys that verify a token, and without a cookie there is no token. */
export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = await context.session.viewer();
  /** Where the pictures of people are. */
  const { supabaseUrl } = context.env;
  if (viewer === null) return { viewer, supabaseUrl };
  const { id, anonymous, level } = viewer;
  return { viewer: { id, anonymous, level, colour: ownColour(id) }, supabaseUrl };
}

/** The latest loader data of this page. Browsers only. */
let lastData: SerializeFrom<typeof loader> | null = null;

/**
 * Continues with the latest data if the request fails. The error boundary would replace the page, such as a call or a
 * half-filled form.
 */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    lastData = await serverLoader<typeof loader>();
  } catch (error) {
    if (lastData === null) throw error;
  }
  return lastData;
}

/**
 * A `clientLoader` makes the root a separate request, so it runs only when the user may have changed:
 * - after a form, unless `answerTo` names the current user;
 * - on reload;
 * - while signed out, because then no `SessionWatch` listens for a sign-in in another tab.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, actionResult, currentUrl, nextUrl }) => {
  if (!lastData?.viewer) return true;
  if (formMethod !== undefined) return actionResult?.answerTo !== lastData.viewer.id;
  return currentUrl.href === nextUrl.href;
};

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const locale = useLocale();
  const theme = useContext(ThemeContext);
  return (
    <html lang={locale} dir={LOCALES[locale].dir} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content={theme ?? "light dark"} />
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

/** Waits for a sign-in that may happen in another tab, with the link from the email. */
const CODE_PATH = "/sign-in/code";

export default function Root() {
  const data = useLoaderData<typeof loader>();
  const { viewer } = data;
  useEffect(() => {
    lastData = data;
  }, [data]);
  const shouldWatch = useLocation().pathname === CODE_PATH || viewer !== null;
  const [watching, setWatching] = useState(false);
  useEffect(() => {
    // Stays on until the page unloads, so that a sign-in after a sign-out is noticed.
    if (shouldWatch) setWatching(true);
    else broadcastSignedOut();
  }, [shouldWatch]);
  return (
    <>
      {watching && <LazySessionWatch viewer={viewer} />}
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
