/** Requests to the edge function `avatars`, and the avatars of a meeting. */
import * as z from "zod/mini";
import { AVATARS } from "./avatarLimits.ts";

/** The edge function that stores and removes avatars. */
export const AVATARS_FUNCTION_PATH = "/functions/v1/avatars";

/** Formats that browsers encode. Each shows a still picture and holds no script. */
export const AVATAR_TYPES = ["image/webp", "image/jpeg"] as const;
export type AvatarType = (typeof AVATAR_TYPES)[number];

/** Characters of base64 that the bytes of one picture need. */
const MAX_BASE64_CHARS = 4 * Math.ceil(AVATARS.maxBytes / 3);

const base64 = z.string().check(z.minLength(4), z.maxLength(MAX_BASE64_CHARS));

/** Null: the caller's own avatar, else that of a workspace. */
const workspaceId = z.nullable(z.guid());

/** Sets an avatar, in both sizes, or removes it. */
export const avatarsRequest = z.union([
  z.strictObject({
    workspace_id: workspaceId,
    set: z.strictObject({ type: z.enum(AVATAR_TYPES), large: base64, small: base64 }),
  }),
  z.strictObject({ workspace_id: workspaceId, remove: z.literal(true) }),
]);
export type AvatarsRequest = z.infer<typeof avatarsRequest>;

/** Larger than any valid request. */
export const AVATARS_MAX_BODY_BYTES = 2 * MAX_BASE64_CHARS + 1_000;

/** Result of `meeting_avatars(p_meeting_id)`: the admitted participants who have one. */
export const meetingAvatars = z.array(z.object({ user_id: z.guid(), avatar: z.guid() }));
