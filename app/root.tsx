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
import { lazy, type ReactNode, Suspense, useContext, useEffect, useState } from "react";
import { useLocale } from "~/i18n/I18nProvider.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import { NonceContext } from "~/lib/NonceContext.tsx";
import { RouteError } from "~/lib/RouteError.tsx";
import { broadcastSignedOut } from "~/lib/sessionChannel.ts";
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

/** What the server said last, for the life of the page. Browsers only. */
let lastData: SerializeFrom<typeof loader> | null = null;

/**
 * Without an answer the page goes on with what was known: the boundary here would take the place of whatever stands in the
 * page, a call or a form half filled in.
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
 * A route with a `clientLoader` is read by a request of its own. So only where it may have become somebody else: after a
 * form, unless its answer says that it is for who is known (`answerTo`); when the page is read anew; and while nobody is
 * here, for then no `SessionWatch` hears of a sign-in elsewhere.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, actionResult, currentUrl, nextUrl }) => {
  if (!lastData?.viewer) return true;
  if (formMethod !== undefined) return actionResult?.answerTo !== lastData.viewer.id;
  return currentUrl.href === nextUrl.href;
};

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

/** What cannot be loaded now comes with the next page; the server knows who is here all the same. */
const SessionWatch = lazy(() =>
  import("~/auth/SessionWatch.tsx").then(
    ({ SessionWatch }) => ({ default: SessionWatch }),
    () => ({ default: () => null }),
  ),
);

/** Here one waits for a sign-in that may happen in another tab, by the mail's link. */
const CODE_PATH = "/sign-in/code";

export default function Root() {
  const data = useLoaderData<typeof loader>();
  const { viewer } = data;
  useEffect(() => {
    lastData = data;
  }, [data]);
  const shouldWatch = useLocation().pathname === CODE_PATH || viewer !== null;
  const [watching, setWatched] = useState(false);
  useEffect(() => {
    // From then on for as long as the page lives: it is told of a sign-in after a sign-out too.
    if (shouldWatch) setWatched(true);
    else broadcastSignedOut();
  }, [shouldWatch]);
  return (
    <>
      {watching && (
        <Suspense fallback={null}>
          <SessionWatch viewer={viewer} />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />;
}
