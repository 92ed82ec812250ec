import { Form, useNavigation } from "@remix-run/react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { SignInProvider } from "~/lib/loadContext.ts";
import { Button } from "~/ui/Button.tsx";

interface ProviderButtonsProps {
  providers: readonly SignInProvider[];
  /** Path after the sign-in. */
  next: string;
}

/** Buttons that lead to other providers, above the form of the email. Posts `provider` and `next`; works without JavaScript. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const t = useMessages();
  const pending = useNavigation().formData?.get("provider");
  if (providers.length === 0) return null;
  return (
    <>
      <Form method="post" action="/sign-in" className="grid gap-3 *:min-w-0">
        <input type="hidden" name="next" value={next} />
        {providers.map(({ id, name }) => (
          <Button key={id} type="submit" name="provider" value={id} size="l" busy={pending === id} className="py-2">
            <span className="min-w-0 whitespace-normal wrap-anywhere">
              {t.rich("sign-in.provider", { name: <bdi key="name">{name}</bdi> })}
            </span>
          </Button>
        ))}
      </Form>
      <div className="flex items-center gap-3 text-14 text-ink-soft">
        <hr className="flex-1 border-line" />
        {t("sign-in.or")}
        <hr className="flex-1 border-line" />
      </div>
    </>
  );
}
