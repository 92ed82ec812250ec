import { Avatar } from "~/ui/Avatar.tsx";

/** Classes of the account button. */
export const accountButtonClass = "grid size-control flex-none place-items-center rounded-full hover:bg-hover";

/** Outside a meeting, where colours identify participants, every user has the same colour. */
export function AccountAvatar({ name }: { name: string | null }) {
  return <Avatar number={2} name={name ?? ""} />;
}
