import { useRouteLoaderData } from "@remix-run/react";
import type { AvatarSide } from "#contracts/avatarLimits.ts";

/** Returns the address of an avatar's bytes, which anybody with the id can read. Null if the root's loader failed. */
export function useAvatarAddress(): ((avatar: string, side: AvatarSide) => string) | null {
  const origin = useRouteLoaderData<{ supabaseUrl: string }>("root")?.supabaseUrl;
  if (origin === undefined) return null;
  return (avatar, side) => `${origin}/storage/v1/object/public/avatars/${avatar}/${side}`;
}
