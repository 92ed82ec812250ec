import { useViewer } from "~/lib/useViewer.ts";
import { Avatar } from "~/ui/Avatar.tsx";

/** Classes of the account button. */
export const accountButtonClass = "grid size-control flex-none place-items-center rounded-full hover:bg-hover";

export function AccountAvatar({ name }: { name: string | null }) {
  const viewer = useViewer();
  return <Avatar colour={viewer?.colour ?? 1} name={name ?? ""} />;
}
