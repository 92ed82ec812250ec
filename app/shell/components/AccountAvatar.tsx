import { useViewer } from "~/lib/useViewer.ts";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import type { AccountView } from "../accountView.ts";

/** Classes of the account button. */
export const accountButtonClass = "grid size-control flex-none place-items-center rounded-full hover:bg-hover";

export function AccountAvatar({ person: { name, avatar = null } }: { person: AccountView }) {
  const viewer = useViewer();
  return <PictureAvatar avatar={avatar} colour={viewer?.colour ?? 1} name={name ?? ""} />;
}
