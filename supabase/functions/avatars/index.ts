/**
 * Edge function `avatars`: checks the picture that a browser made, stores it, and removes the bytes of the former one. Clients
 * cannot write the bucket themselves.
 */
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { createAvatarStore } from "./avatarStore.ts";
import { createAvatarsHandler } from "./handler.ts";

const STORAGE_TIMEOUT_MS = 8_000;

const project = projectFrom(createEnvironment((name) => Deno.env.get(name)));

Deno.serve(
  createAvatarsHandler(
    { store: createAvatarStore(project, () => AbortSignal.timeout(STORAGE_TIMEOUT_MS)) },
    createLog("avatars"),
  ),
);
