/** Fields of request bodies that several endpoints share. */
import * as z from "zod";
import { invalid } from "./errors.ts";

/** User metadata of a request. */
export const metadataField = z.record(z.string(), z.unknown()).nullish();

const emailAddress = z
  .email()
  .max(255)
  .transform((text) => text.toLowerCase());

/** Returns the address in lower case. Throws GoTrue's error for an invalid one. */
export function parseEmail(value: unknown): string {
  const parsed = emailAddress.safeParse(value);
  if (!parsed.success) throw invalid("Unable to validate email address: invalid format");
  return parsed.data;
}

/** Returns the validated body. Throws 400 with the name of the first invalid field. */
export function parseBody<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join(".") ?? "";
  throw invalid(field === "" ? "The body is not an object" : `The field ${field} is missing or invalid`);
}
