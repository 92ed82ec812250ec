/** What is taken of the day's quotas before a sound is recognised: counted by the database, for all processes together. */
import type { SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { type Caller, makeProve, type Prove } from "../_shared/caller.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import { connect, read } from "../_shared/database.ts";
import type { Project } from "../_shared/env.ts";

/**
 * Takes so many milliseconds in the name of a caller who was proven; answers the call's meeting. `speech/quota` when they are
 * more than is left, `meeting/not-entered` when the caller is not in the call: nothing is taken then.
 */
export type Spend = (callId: string, milliseconds: number, caller: Caller) => Promise<Result<string>>;

export const makeSpend =
  (service: Pick<SupabaseClient, "rpc">): Spend =>
  async (callId, milliseconds, { userId }) => {
    const sound = { call_id: callId, user_id: userId, milliseconds: Math.ceil(milliseconds) };
    return read(await service.rpc("spend_speech", sound), z.uuid());
  };

interface Spending {
  /** Before anything is spent in the caller's name. */
  readonly prove: Prove;
  readonly spend: Spend;
}

export function spendingFrom({ url, secretKey }: Pick<Project, "url" | "secretKey">): Spending {
  const service = connect(url, secretKey);
  return { prove: makeProve(service), spend: makeSpend(service) };
}
