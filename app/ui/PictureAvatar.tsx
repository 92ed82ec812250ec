import { useAvatarAddress } from "~/lib/useAvatarAddress.ts";
import { Avatar } from "./Avatar.tsx";

/** `avatar`: the id of the picture. Null: only the initials are shown. */
type PictureAvatarProps = Parameters<typeof Avatar>[0] & { avatar: string | null };

/** The picture of a person. The initials show until it has loaded, and if it is gone. */
export function PictureAvatar({ avatar, ...initials }: PictureAvatarProps) {
  const addressOf = useAvatarAddress();
  if (avatar === null || addressOf === null) return <Avatar {...initials} />;
  const isLarge = initials.size === "l" || initials.size === "xl";
  return (
    <span className="relative inline-grid flex-none">
      <Avatar {...initials} />
      <img
        // A picture that failed to load does not hide the next one.
        key={avatar}
        src={addressOf(avatar, isLarge ? 256 : 64)}
        alt=""
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full rounded-full object-cover"
      />
    </span>
  );
}
