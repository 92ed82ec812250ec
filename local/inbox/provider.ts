/**
 * The inbox as an email provider over HTTP, with Resend's API: `POST /emails` with a bearer key. As there, a repeat of an
 * `Idempotency-Key` within a day returns the first result, and 409 for another email.
 * https://resend.com/docs/dashboard/emails/idempotency-keys
 */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { EMAIL_KEY } from "../keys.ts";
import { codeIn, linkIn, type NewEmail } from "./email.ts";

const MAX_KEY_CHARS = 256;
const KEY_TTL_MS = 86_400_000;

const posted = z.object({
  from: z.string().min(3),
  to: z.array(z.email()).min(1).max(50),
  subject: z.string(),
  html: z.string(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z
    .array(z.object({ filename: z.string().min(1), content: z.base64(), content_type: z.string().optional() }))
    .max(20)
    .optional(),
});

/** Returns a handler that delivers each email once. */
export function createProviderEndpoint(deliver: (email: NewEmail) => void, now: () => number) {
  const accepted = new Map<string, { readonly id: string; readonly body: string; readonly at: number }>();
  return async (request: Request): Promise<Response> => {
    if (request.headers.get("authorization") !== `Bearer ${EMAIL_KEY}`) return failure(401, "invalid_api_key");
    const key = request.headers.get("idempotency-key");
    if (key !== null && (key === "" || key.length > MAX_KEY_CHARS)) return failure(400, "invalid_idempotency_key");
    const body = await request.text();
    for (const [old, { at }] of accepted) if (now() - at >= KEY_TTL_MS) accepted.delete(old);
    const earlier = key === null ? undefined : accepted.get(key);
    if (earlier !== undefined)
      return earlier.body === body ? Response.json({ id: earlier.id }) : failure(409, "invalid_idempotent_request");
    const email = posted.safeParse(parseJson(body));
    if (!email.success) return failure(422, "validation_error");
    const id = randomUUID();
    if (key !== null) accepted.set(key, { id, body, at: now() });
    const { to, subject, html, text = null, attachments: files = [] } = email.data;
    const attachments = files.map(({ filename, content, content_type = "application/octet-stream" }) => ({
      filename,
      type: content_type,
      text: Buffer.from(content, "base64").toString("utf8"),
    }));
    for (const address of to)
      deliver({ to: address, subject, html, text, code: codeIn(subject), link: linkIn(html), attachments });
    return Response.json({ id });
  };
}

const failure = (status: number, name: string): Response =>
  Response.json({ statusCode: status, name, message: name }, { status });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
