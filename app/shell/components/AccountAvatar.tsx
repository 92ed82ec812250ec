import { Avatar } from "~/ui/Avatar.tsx";

/** Of whatever one presses to come to one's account. */
export const accountButtonClass = "grid size-control flex-none place-items-center rounded-full hover:bg-hover";

/** A colour is a person's in one meeting; outside of them everyone sees themselves in the same one. */
export function AccountAvatar({ name }: { name: string | null }) {
  return <Avatar number={2} name={name ?? ""} />;
}
