import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import { useMeetingAvatar } from "../useMeetingAvatar.ts";

/** The picture of a person whose video is off. */
export function TileAvatar({ id, colour, name }: { id: string; colour: number; name: string }) {
  return <PictureAvatar avatar={useMeetingAvatar(id)} colour={colour} name={name} size="xl" />;
}
