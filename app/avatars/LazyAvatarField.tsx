import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { lazyModule } from "~/ui/lazy.tsx";
import { AvatarFrame } from "./AvatarFrame.tsx";
import type { AvatarFieldProps } from "./avatarField.ts";

const { LazyBoundary } = lazyModule("avatars", () => import("./components/AvatarField.tsx"));

/** The field of an avatar. Its code loads after the page. */
export function LazyAvatarField(props: AvatarFieldProps) {
  const t = useMessages();
  const { shown } = props;
  const fallback = (
    <AvatarFrame shown={shown}>
      <Button size="s" disabled>
        {t(shown.avatar === null ? "avatars.choose" : "avatars.change")}
      </Button>
      {shown.avatar !== null && (
        <Button size="s" variant="ghost" disabled>
          {t("avatars.remove")}
        </Button>
      )}
    </AvatarFrame>
  );
  return <LazyBoundary fallback={fallback}>{({ AvatarField }) => <AvatarField {...props} />}</LazyBoundary>;
}
