import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import { loadedMessages, loadNamespaces } from "~/i18n/loadMessages.ts";
import { readLocale } from "~/i18n/locales.ts";

const locale = readLocale(document.documentElement.lang);

/**
 * Remix suspends its whole tree until the page's data is decoded. A key or click in that moment makes React hydrate at
 * once, which a suspended tree cannot (React error 345). So decoding starts, and is awaited, before there is a tree.
 * Before its first hook `RemixBrowser` throws the promise to await.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

Promise.all([loadNamespaces("start"), dataDecoded()]).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider locale={locale} messages={loadedMessages}>
          <RemixBrowser />
        </I18nProvider>
      </StrictMode>,
    );
  }),
);
