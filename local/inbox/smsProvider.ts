/**
 * The inbox as an SMS provider, with Twilio's API: a form with `To`, `From` and `Body`, and a user and a password.
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { SMS_KEY } from "../keys.ts";

const posted = z.object({
  To: z.string().regex(/^\+[1-9]\d{5,14}$/u),
  Body: z.string().min(1).max(1600),
});

/** Returns a handler that delivers each SMS. */
export const createSmsEndpoint =
  (deliver: (sms: { readonly to: string; readonly text: string }) => void) =>
  async (request: Request): Promise<Response> => {
    if (request.headers.get("authorization") !== `Basic ${btoa(SMS_KEY)}`) return failure(401, 20003);
    const sms = posted.safeParse(Object.fromEntries(new URLSearchParams(await request.text())));
    if (!sms.success) return failure(400, 21211);
    deliver({ to: sms.data.To, text: sms.data.Body });
    return Response.json({ sid: `SM${randomUUID().replaceAll("-", "")}`, status: "queued" }, { status: 201 });
  };

const failure = (status: number, code: number): Response => Response.json({ status, code }, { status });
