/**
 * A request to any chat endpoint that supports OpenAI's `POST /chat/completions` with JSON mode
 * (platform.openai.com/docs/api-reference/chat). Only JSON of the requested shape is accepted.
 */
import * as z from "zod/mini";
import { readJson } from "../body.ts";
import type { Language } from "../contracts/languages.ts";
import { type EngineResult, quotaExceeded, textRejected } from "../translation/engine.ts";
import { type HttpRequestOptions, requestJson } from "../translation/httpRequest.ts";

const completionSchema = z.object({
  choices: z.array(
    z.object({ finish_reason: z.nullish(z.string()), message: z.object({ content: z.nullish(z.string()) }) }),
  ),
});
const errorSchema = z.object({ error: z.object({ type: z.nullish(z.string()), code: z.unknown() }) });

/** Error codes of status 429 that last longer than a minute (platform.openai.com/docs/guides/error-codes). */
const QUOTA_ERROR_CODES: readonly unknown[] = [
  "insufficient_quota",
  "credit_balance_exhausted",
  "organization_spend_limit_exceeded",
  "organization_usage_limit_exceeded",
  "project_spend_limit_exceeded",
];

export interface ChatModelOptions {
  readonly model: string;
  /** The address up to `/chat/completions`. */
  readonly url: string;
  readonly key: string | undefined;
}

/** Sends instructions, and apart from them the input as one JSON value, so that no text in it passes for instructions. */
export type RequestCompletion = <T>(
  instructions: string,
  input: object,
  shape: z.ZodMiniType<T>,
  signal: AbortSignal,
) => Promise<EngineResult<T>>;

/** Fails like `requestJson`. Never rejects. */
export function createChatClient({ model, url, key }: ChatModelOptions): RequestCompletion {
  const address = new URL("chat/completions", url.endsWith("/") ? url : `${url}/`);
  const options: HttpRequestOptions = {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    parseFailure,
  };
  return async (instructions, input, shape, signal) => {
    const body = {
      model,
      response_format: { type: "json_object" },
      messages: [
        { role: "system", content: instructions },
        { role: "user", content: JSON.stringify(input) },
      ],
    };
    const completion = await requestJson(address, body, completionSchema, signal, options);
    return completion.ok ? parseChoice(completion.value, shape) : completion;
  };
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });
/** Returns the English name of a language, for prompts. */
export const languageName = (language: Language): string => languageNames.of(language) ?? language;

function parseChoice<T>(
  { choices: [choice] }: z.infer<typeof completionSchema>,
  shape: z.ZodMiniType<T>,
): EngineResult<T> {
  if (choice === undefined) return textRejected("no choice");
  // Some servers omit the reason. `length` means a truncated response, `content_filter` a rejection.
  const reason = choice.finish_reason ?? "stop";
  if (reason !== "stop") return textRejected(/^[a-z_]{1,30}$/u.test(reason) ? `finished by ${reason}` : "not finished");
  const content = shape.safeParse(readJson(stripCodeFence(choice.message.content ?? "")));
  return content.success ? { ok: true, value: content.data } : textRejected("not the JSON that was asked for");
}

const FENCE = "```";
/** Removes the code fence that models put around JSON despite the instructions. Takes linear time: users influence replies. */
function stripCodeFence(content: string): string {
  const text = content.trim();
  const firstLineEnd = text.indexOf("\n");
  const isFenced = text.startsWith(FENCE) && text.endsWith(FENCE) && firstLineEnd !== -1;
  return isFenced ? text.slice(firstLineEnd + 1, -FENCE.length) : content;
}

function parseFailure(_status: number, body: unknown) {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return null;
  const { type, code } = parsed.data.error;
  return QUOTA_ERROR_CODES.includes(code) || QUOTA_ERROR_CODES.includes(type) ? quotaExceeded("no quota left") : null;
}
