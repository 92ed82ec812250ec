import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import { NonceContext } from "~/lib/NonceContext.tsx";
import { ThemeContext } from "~/lib/ThemeContext.tsx";

/** Logs the error, never the URL: a meeting's URL is its key. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  console.error("request failed", error instanceof Error ? (error.stack ?? error.name) : typeof error);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, locale, theme, env }: AppLoadContext,
): Promise<Response> {
  let failed = false;
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <ThemeContext.Provider value={theme === "system" ? undefined : theme}>
        <I18nProvider locale={locale} messages={MESSAGES[locale]}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} />
        </I18nProvider>
      </ThemeContext.Provider>
    </NonceContext.Provider>,
    {
      nonce,
      ...(env.turnstileSiteKey !== undefined && { bootstrapScriptContent: loadTurnstile(env.turnstileSiteKey) }),
      signal: request.signal,
      onError(error) {
        failed = true;
        console.error("render failed", error instanceof Error ? error.message : "");
      },
    },
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { headers, status: failed ? 500 : status });
}

/** React 18 gives its nonce to inline scripts only. The script that this one adds is allowed by `strict-dynamic`. */
const loadTurnstile = (siteKey: string): string =>
  `document.head.appendChild(document.createElement("script")).src="/turnstile.js?key=${siteKey}"`;
