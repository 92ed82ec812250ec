import { useLocation } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useViewer } from "~/lib/useViewer.ts";
import { Link } from "~/ui/Link.tsx";
import { buttonClass } from "./Button.tsx";
import { ErrorIcon, errorMessages } from "./errorMessages.tsx";
import { type Recovery, recoveriesOf } from "./recovery.ts";

interface ErrorCardProps {
  code: ErrorCode;
  /** Replaces the error's own first sentence. */
  happened?: string | undefined;
  /** Reference to quote when contacting support. */
  reference?: string;
  /** Heading level; 1 if the card replaces the screen. */
  level?: 1 | 2 | 3;
}

/**
 * Replaces content that could not be shown: what happened, what is safe, and the recovery actions of the category.
 * Works without JavaScript.
 */
export function ErrorCard({ code, happened, reference, level = 1 }: ErrorCardProps) {
  const t = useMessages();
  const { pathname, search } = useLocation();
  const texts = errorMessages(t, code);
  const viewer = useViewer();
  // A signed-in user would be redirected straight back.
  const isSignedIn = viewer !== null && !viewer.anonymous && code !== "request/sign-in-needed";
  const recoveries = recoveriesOf(code).filter((way) => way !== "sign-in" || !isSignedIn);
  const Heading = `h${level}` as const;
  return (
    <div
      role="alert"
      className="grid content-start justify-items-start gap-2.5 rounded-l border border-line bg-raised px-6 py-8"
    >
      <ErrorIcon code={code} className="size-6 text-danger" />
      <div>
        <Heading className="text-18 font-head leading-snug">{happened ?? texts.happened}</Heading>
        <p className="mt-1.5 text-pretty text-ink-soft">{texts.todo}</p>
        {reference && (
          <p className="mt-2 text-13 text-ink-soft">
            {t.rich("error.reference", { reference: <bdi dir="ltr">{reference}</bdi> })}
          </p>
        )}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {recoveries.map((way, index) => (
          <Link
            key={way}
            to={recoveryPath(way, `${pathname}${search}`)}
            reloadDocument
            className={buttonClass({ variant: index === 0 ? "primary" : "plain" })}
          >
            {recoveryLabel(t, way)}
          </Link>
        ))}
      </div>
    </div>
  );
}

function recoveryPath(way: Recovery, here: string): string {
  switch (way) {
    case "retry":
      return here;
    case "sign-in":
      return `/sign-in?${new URLSearchParams({ next: here })}`;
    case "start":
      return "/";
    case "help":
      return "/help";
    default:
      return way satisfies never;
  }
}

function recoveryLabel(t: TFunction, way: Recovery): string {
  switch (way) {
    case "retry":
      return t("action.retry");
    case "sign-in":
      return t("action.signIn");
    case "start":
      return t("action.back");
    case "help":
      return t("action.help");
    default:
      return way satisfies never;
  }
}
