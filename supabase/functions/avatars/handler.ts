/** Handles requests to set and to remove an avatar. */
import type { Caller } from "../_shared/caller.ts";
import { AVATAR_SIDES, AVATARS } from "../_shared/contracts/avatarLimits.ts";
import { AVATARS_MAX_BODY_BYTES, type AvatarsRequest, avatarsRequest } from "../_shared/contracts/avatars.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import type { AvatarStore } from "./avatarStore.ts";
import { cleanPicture } from "./cleanPicture.ts";

export interface AvatarsDependencies {
  readonly store: AvatarStore;
}

export const createAvatarsHandler = ({ store }: AvatarsDependencies, log: (failure: Failure) => void) => {
  /** The sweep removes bytes that are left, so a failure changes nothing for the caller. */
  const removeBytes = async (id: string | null) => {
    const removed = id === null ? ok(null) : await store.remove(id);
    if (!removed.ok) log(removed.error);
  };
  return createJsonEndpoint({
    schema: avatarsRequest,
    maxBodyBytes: AVATARS_MAX_BODY_BYTES,
    handle: async (request, caller) => {
      if ("set" in request) return await setAvatar(request, caller, store, removeBytes);
      const hidden = await store.hide(caller, request.workspace_id);
      if (!hidden.ok) return hidden;
      await removeBytes(hidden.value);
      return ok(null);
    },
    log,
  });
};

type SetRequest = Extract<AvatarsRequest, { set: object }>;

/** The database comes first: it verifies the token and counts the upload. Errors: `file/content` and those of the store. */
async function setAvatar(
  { workspace_id: workspaceId, set: { type, large, small } }: SetRequest,
  caller: Caller,
  store: AvatarStore,
  removeBytes: (id: string | null) => Promise<void>,
): Promise<Result<null>> {
  const offered = await store.offer(caller, workspaceId);
  if (!offered.ok) return offered;
  const id = offered.value;
  const given = { 256: large, 64: small };
  const pictures = AVATAR_SIDES.map((side) => {
    const bytes = fromBase64(given[side]);
    return { side, bytes: bytes && cleanPicture(bytes, type, side) };
  });
  for (const { side, bytes } of pictures) {
    const uploaded =
      bytes === null || bytes.length > AVATARS.maxBytes
        ? fail("file/content")
        : await store.upload(id, side, type, bytes);
    if (uploaded.ok) continue;
    await removeBytes(side === AVATAR_SIDES[0] ? null : id);
    return uploaded;
  }
  const shown = await store.show(caller.userId, workspaceId, id);
  await removeBytes(shown.ok ? shown.value : id);
  return shown.ok ? ok(null) : shown;
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
