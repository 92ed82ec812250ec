/** Devices that get reminders by Web Push, and the messages to them. */
import * as z from "zod/mini";
import { count } from "./numbers.ts";
import { PUSH } from "./pushLimits.ts";

/**
 * The push services of browsers. A message goes to no other host: a client chooses the address, and could choose a server inside the
 * operator's network.
 */
const PUSH_ENDPOINT =
  /^https:\/\/(?:fcm\.googleapis\.com|[a-z0-9-]{1,63}\.push\.services\.mozilla\.com|[a-z0-9-]{1,63}\.push\.apple\.com|[a-z0-9-]{1,63}\.notify\.windows\.com)\/[A-Za-z0-9_.~:/?=&%+-]+$/u;

/** The database has the same rule (`private.is_push_endpoint`). */
export const isPushEndpoint = (endpoint: string): boolean =>
  endpoint.length <= PUSH.endpoint.max && PUSH_ENDPOINT.test(endpoint);

const hour = z.int().check(z.minimum(0), z.maximum(23));

/** `my_push(p_endpoint)`. `here`: the device of the address gets reminders. Equal hours: no quiet hours. */
export const pushState = z.object({ here: z.boolean(), devices: count, quiet_from: hour, quiet_until: hour });
export type PushState = z.infer<typeof pushState>;
