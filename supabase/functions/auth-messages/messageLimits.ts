import * as z from "zod/mini";
import type { Failure } from "../_shared/contracts/errors.ts";
import { parseRestResponse, type RestClient } from "../_shared/restClient.ts";

/**
 * Returns whether a number or a mailbox may get another message, and counts it. Null if the limits cannot be read, or if the message
 * shall fail so that Auth stores no user. `network`: the visitor's.
 */
export type AdmitMessage = (
  userId: string,
  recipient: string,
  network: string | null,
  signal: AbortSignal,
) => Promise<boolean | null>;

export interface MessageLimits {
  readonly admitEmail: AdmitMessage;
  readonly admitSms: AdmitMessage;
}

/**
 * Returns functions that call the database, which counts all processes of this function together. They never reject.
 * `emailsInDay`: the operator's number for codes, or null.
 */
export function createMessageLimits(
  service: RestClient,
  emailsInDay: number | null,
  log: (failure: Failure) => void,
): MessageLimits {
  const admit = async (name: string, args: object, signal: AbortSignal): Promise<boolean | null> => {
    const answer = parseRestResponse(await service.rpc(name, args).abortSignal(signal), z.boolean());
    if (answer.ok) return answer.value;
    log(answer.error);
    return null;
  };
  return {
    admitEmail: (userId, email, network, signal) =>
      admit("admit_email", { p_user_id: userId, p_email: email, p_network: network, p_in_day: emailsInDay }, signal),
    admitSms: (userId, phone, network, signal) =>
      admit("admit_sms", { p_user_id: userId, p_phone: phone, p_address: network }, signal),
  };
}
