import * as z from "zod/mini";
import type { Failure } from "../_shared/contracts/errors.ts";
import { parseRestResponse, type RestClient } from "../_shared/restClient.ts";

/** `address`: the visitor's. Null if the limits cannot be asked. */
export type AdmitSms = (
  userId: string,
  phone: string,
  address: string | null,
  signal: AbortSignal,
) => Promise<boolean | null>;

/** Returns a function that asks the database, which counts all processes of this function together. It never rejects. */
export const createSmsLimits =
  (service: RestClient, log: (failure: Failure) => void): AdmitSms =>
  async (userId, phone, address, signal) => {
    const args = { p_user_id: userId, p_phone: phone, p_address: address };
    const answer = parseRestResponse(await service.rpc("admit_sms", args).abortSignal(signal), z.boolean());
    if (answer.ok) return answer.value;
    log(answer.error);
    return null;
  };
