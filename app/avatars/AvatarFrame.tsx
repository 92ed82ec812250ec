import type { ReactNode } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import type { ShownAvatar } from "./avatarField.ts";

interface AvatarFrameProps {
  shown: ShownAvatar;
  /** Whether a file is over the frame. */
  active?: boolean;
  /** The buttons. */
  children: ReactNode;
}

/** The frame of the field, before and after its code has loaded, so that nothing moves. */
export function AvatarFrame({ shown: { avatar, name, colour }, active = false, children }: AvatarFrameProps) {
  const t = useMessages();
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-4 rounded-l border border-dashed p-4",
        active ? "border-accent bg-accent-soft" : "border-line-strong",
      )}
    >
      <PictureAvatar avatar={avatar} name={name} colour={colour} size="xl" />
      <div className="grid min-w-40 flex-1 gap-2">
        <div className="flex flex-wrap gap-2">{children}</div>
        <p className="text-13 text-pretty text-ink-soft">{t("avatars.hint")}</p>
        <noscript>
          <p className="text-13 text-pretty text-ink-soft">{t("avatars.script")}</p>
        </noscript>
      </div>
    </div>
  );
}
