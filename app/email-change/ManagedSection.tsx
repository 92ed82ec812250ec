import { useMessages } from "~/i18n/I18nProvider.tsx";

/** Shows whose identity provider manages the account, instead of the sections about its address and its ways in. */
export function ManagedSection({ email, company }: { email: string; company: string }) {
  const t = useMessages();
  const strong = (text: string) => (
    <bdi key={text} className="font-strong wrap-anywhere text-ink">
      {text}
    </bdi>
  );
  return (
    <section aria-labelledby="managed" className="grid gap-1">
      <h2 id="managed" className="text-22 leading-snug font-head">
        {t("security.managed.title")}
      </h2>
      <p className="text-pretty text-ink-soft">
        {t.rich("security.managed.text", { email: strong(email), company: strong(company) })}
      </p>
    </section>
  );
}
