/** Avatars in the database and in Storage. The database decides as the caller; the secret key then writes and removes. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import { AVATAR_SIDES, type AvatarSide } from "../_shared/contracts/avatarLimits.ts";
import type { AvatarType } from "../_shared/contracts/avatars.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, createServiceClient, parseRestResponse } from "../_shared/restClient.ts";

export interface AvatarStore {
  /** Counts an upload and returns the id of the new avatar. Errors: `account/needed`, `role/admin-needed`, `file/quota`. */
  offer(caller: Caller, workspaceId: string | null): Promise<Result<string>>;
  upload(id: string, side: AvatarSide, type: AvatarType, bytes: Uint8Array<ArrayBuffer>): Promise<Result<null>>;
  /** Shows the stored avatar. Returns the id of the replaced one. `userId`: of a token that the database verified. */
  show(userId: string, workspaceId: string | null, id: string): Promise<Result<string | null>>;
  /** Shows the initials. Returns the id of the former avatar. */
  hide(caller: Caller, workspaceId: string | null): Promise<Result<string | null>>;
  /** Removes the bytes of an avatar. */
  remove(id: string): Promise<Result<null>>;
}

/** The bucket of all avatars. */
const BUCKET = "avatars";
/** An id never gets other bytes. After a removal, caches may show them for so long. */
const CACHE_CONTROL = "max-age=3600";

const offer = z.object({ id: z.guid() });
const change = z.object({ replaced: z.nullable(z.guid()) });

/** `timeout` returns the signal that aborts a request to Storage. */
export function createAvatarStore(project: Project, timeout: () => AbortSignal): AvatarStore {
  const { url, publishableKey, secretKey } = project;
  const service = createServiceClient(project);
  const asCaller = ({ token }: Caller) => createRestClient(url, publishableKey, token);

  const send = async (
    method: "POST" | "DELETE",
    path: string,
    body: BodyInit,
    headers: Record<string, string>,
  ): Promise<Result<null>> => {
    try {
      const response = await fetch(`${url}/storage/v1/object/${BUCKET}${path}`, {
        ...{ method, body, redirect: "error", signal: timeout() },
        headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, ...headers },
      });
      await response.body?.cancel();
      if (response.ok) return ok(null);
      // Retried by pages: Storage is down, or slow.
      const code = response.status >= 500 || response.status === 429 ? "network/timeout" : "bug/unexpected";
      return fail(code, `storage answered ${response.status}`);
    } catch (error) {
      return fail("network/timeout", `storage: ${error instanceof Error ? error.name : "no response"}`);
    }
  };

  return {
    offer: async (caller, workspaceId) => {
      const offered = parseRestResponse(
        await asCaller(caller).rpc("offer_avatar", { p_workspace_id: workspaceId }),
        offer,
      );
      return offered.ok ? ok(offered.value.id) : offered;
    },
    upload: (id, side, type, bytes) =>
      send("POST", `/${id}/${side}`, bytes, { "content-type": type, "cache-control": CACHE_CONTROL }),
    show: async (userId, workspaceId, id) => {
      const args = { p_user_id: userId, p_avatar_id: id, p_workspace_id: workspaceId };
      const shown = parseRestResponse(await service.rpc("store_avatar", args), change);
      return shown.ok ? ok(shown.value.replaced) : shown;
    },
    hide: async (caller, workspaceId) => {
      const hidden = parseRestResponse(
        await asCaller(caller).rpc("remove_avatar", { p_workspace_id: workspaceId }),
        change,
      );
      return hidden.ok ? ok(hidden.value.replaced) : hidden;
    },
    remove: (id) =>
      send("DELETE", "", JSON.stringify({ prefixes: AVATAR_SIDES.map((side) => `${id}/${side}`) }), {
        "content-type": "application/json",
      }),
  };
}
