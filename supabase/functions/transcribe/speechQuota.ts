/** The daily speech quotas, counted by the database for all processes. */
import type { SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { type Caller, createCallerVerifier, type VerifyCaller } from "../_shared/caller.ts";
import { createNetworkHasher, type HashNetwork } from "../_shared/callerNetwork.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

/**
 * Consumes milliseconds of the quotas of a verified caller, and returns the call's meeting id. Consumes nothing on failure:
 * `speech/quota` if too little is left, `meeting/not-entered` if the caller is not in the call.
 */
export type ConsumeQuota = (callId: string, milliseconds: number, caller: Caller) => Promise<Result<string>>;

export const createQuotaConsumer =
  (service: Pick<SupabaseClient, "rpc">, hashNetwork: HashNetwork): ConsumeQuota =>
  async (callId, milliseconds, { userId, sessionId, level, network }) => {
    const args = {
      ...{ p_call_id: callId, p_user_id: userId, p_milliseconds: Math.ceil(milliseconds) },
      ...{ p_address: await hashNetwork(network), p_session_id: sessionId, p_level: level },
    };
    return parseRestResponse(await service.rpc("consume_speech_quota", args), z.guid());
  };

interface SpeechQuota {
  /** Must precede `consumeQuota`. */
  readonly verifyCaller: VerifyCaller;
  readonly consumeQuota: ConsumeQuota;
}

export function speechQuotaFrom({ url, secretKey }: Pick<Project, "url" | "secretKey">): SpeechQuota {
  const service = createRestClient(url, secretKey);
  const hashNetwork = createNetworkHasher(secretKey, Date.now);
  return { verifyCaller: createCallerVerifier(service), consumeQuota: createQuotaConsumer(service, hashNetwork) };
}
