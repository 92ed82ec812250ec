import { Toaster as Ark, createToaster, Toast } from "@ark-ui/react/toast";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./IconButton.tsx";

/** Duration in milliseconds; longer with an action. Hover, focus and a hidden page pause it. */
const TOAST_DURATION_MS = 5_000;
const ACTION_TOAST_DURATION_MS = 10_000;

const TONES = {
  success: { icon: <CircleCheck />, colour: "text-success" },
  warning: { icon: <TriangleAlert />, colour: "text-warning" },
  danger: { icon: <CircleAlert />, colour: "text-danger" },
} as const;

type Tone = keyof typeof TONES;

export interface ToastOptions {
  text: ReactNode;
  detail?: ReactNode;
  /** `danger` stays until it is closed. */
  tone?: Tone;
  action?: { readonly label: string; onPress(): void };
}

/** Position: bottom of the page, or top of a call, whose controls are at the bottom. */
type ToastPlacement = "bottom" | "top";

const createPlacedToaster = (placement: ToastPlacement) =>
  createToaster({ placement, max: 3, gap: 8, removeDelay: 200, offsets: "1rem", pauseOnPageIdle: true });

const TOASTERS = { bottom: createPlacedToaster("bottom"), top: createPlacedToaster("top") } as const satisfies Record<
  ToastPlacement,
  unknown
>;

/**
 * Confirms an action; use a dialog if a response is needed. Requires a `Toaster` of the same position. The toast is
 * created one task later: a toaster that has just mounted reads existing toasts before it subscribes, so one created
 * by an effect in between would be lost.
 */
export function showToast(
  { text, detail, tone = "success", action }: ToastOptions,
  place: ToastPlacement = "bottom",
): void {
  setTimeout(() =>
    TOASTERS[place].create({
      title: text,
      description: detail,
      type: tone === "danger" ? "error" : tone,
      duration: tone === "danger" ? Number.POSITIVE_INFINITY : action ? ACTION_TOAST_DURATION_MS : TOAST_DURATION_MS,
      ...(action && { action: { label: action.label, onClick: action.onPress } }),
    }),
  );
}

const toneOf = (type: string | undefined): Tone =>
  type === "error" ? "danger" : type === "warning" ? "warning" : "success";

/** The toasts of a page, mounted once: a live region with the shortcut Alt+T. */
export function Toaster({ place = "bottom", theme }: { place?: ToastPlacement; theme?: "dark" }) {
  const t = useMessages();
  return (
    <ArkLocaleProvider>
      <Ark toaster={TOASTERS[place]} data-theme={theme} aria-label={t("action.notices")}>
        {({ title, description, type, action }) => {
          const tone = toneOf(type);
          return (
            <Toast.Root className="ui-toast">
              <ToastBody
                tone={tone}
                text={<Toast.Title>{title}</Toast.Title>}
                detail={description && <Toast.Description>{description}</Toast.Description>}
                actions={
                  <>
                    {action && (
                      <Toast.ActionTrigger asChild>
                        <Button size="s" variant="ghost">
                          {action.label}
                        </Button>
                      </Toast.ActionTrigger>
                    )}
                    <Toast.CloseTrigger asChild>
                      <IconButton size="s" label={t("action.close")} icon={<X />} />
                    </Toast.CloseTrigger>
                  </>
                }
              />
            </Toast.Root>
          );
        }}
      </Ark>
    </ArkLocaleProvider>
  );
}

/** Classes of a toast. */
export function ToastBody(props: { tone: Tone; text: ReactNode; detail?: ReactNode; actions?: ReactNode }) {
  const { tone, text, detail, actions } = props;
  return (
    <div className="flex items-center gap-3 rounded-l border border-line bg-raised py-2 ps-4 pe-2 leading-snug text-ink shadow-3">
      <span className={cx("flex", TONES[tone].colour)}>{TONES[tone].icon}</span>
      <div className="min-w-0 flex-1 py-1 wrap-anywhere">
        {text}
        {detail && <div className="text-14 text-ink-soft">{detail}</div>}
      </div>
      {actions && <div className="flex flex-none items-center">{actions}</div>}
    </div>
  );
}
