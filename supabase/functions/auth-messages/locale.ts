import * as z from "zod/mini";
import type { Failure } from "../_shared/contracts/errors.ts";
import { parseRestResponse, type RestClient } from "../_shared/restClient.ts";

/** A code in another language is better than a code that comes late. */
const LOOK_UP_TIMEOUT_MS = 2_000;

/** Returns a function that returns the UI language of a user's profile, or null. It never rejects. */
export const createLocaleLookup =
  (service: RestClient, timeout: (milliseconds: number) => AbortSignal, log: (failure: Failure) => void) =>
  async (userId: string, signal: AbortSignal): Promise<string | null> => {
    const found = parseRestResponse(
      await service
        .rpc("message_locale", { p_user_id: userId })
        .abortSignal(AbortSignal.any([signal, timeout(LOOK_UP_TIMEOUT_MS)])),
      z.nullable(z.string()),
    );
    if (found.ok) return found.value;
    log(found.error);
    return null;
  };
