import { Popover as Ark } from "@ark-ui/react/popover";
import { Portal } from "@ark-ui/react/portal";
import X from "lucide-react/icons/x";
import type { ReactElement, ReactNode } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { IconButton } from "./IconButton.tsx";

interface PopoverProps {
  /** The trigger: one element that takes a ref. */
  trigger: ReactElement;
  title: string;
  children: ReactNode;
}

/** Additional information beside an element; the page stays interactive. */
export function Popover({ trigger, title, children }: PopoverProps) {
  const t = useMessages();
  return (
    <ArkLocaleProvider>
      <Ark.Root positioning={{ placement: "bottom-start", gutter: 6 }} portalled lazyMount unmountOnExit>
        <Ark.Trigger asChild>{trigger}</Ark.Trigger>
        <Portal>
          <Ark.Positioner>
            <Ark.Content
              aria-label={title}
              className="ui-pop z-20 w-80 max-w-[calc(100vw-2rem)] rounded-l border border-line bg-raised p-4 text-ink shadow-2 outline-none"
            >
              <div className="flex items-start gap-2">
                <Ark.Title className="min-w-0 flex-1 font-strong leading-snug">{title}</Ark.Title>
                <Ark.CloseTrigger asChild>
                  <IconButton size="s" label={t("action.close")} icon={<X />} className="-me-1.5 -mt-1.5" />
                </Ark.CloseTrigger>
              </div>
              <div className="mt-1 text-14 text-pretty text-ink-soft">{children}</div>
            </Ark.Content>
          </Ark.Positioner>
        </Portal>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
