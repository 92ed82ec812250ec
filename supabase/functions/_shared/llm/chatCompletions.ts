/**
 * One question to any chat endpoint that speaks OpenAI's `POST /chat/completions` with JSON mode
 * (platform.openai.com/docs/api-reference/chat). What comes back is believed only as JSON of the shape that was asked for.
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

/** Codes of 429 that waiting a minute does not cure (platform.openai.com/docs/guides/error-codes). */
const QUOTA_ERROR_CODES: readonly unknown[] = [
  "insufficient_quota",
  "credit_balance_exhausted",
  "organization_spend_limit_exceeded",
  "organization_usage_limit_exceeded",
  "project_spend_limit_exceeded",
];

export interface ChatModelOptions {
  readonly model: string;
  /** Up to `/chat/completions`. */
  readonly url: string;
  readonly key: string | undefined;
}

/** Instructions apart from what they are about: that goes as one JSON value, so that no text of it looks like ours. */
export type RequestCompletion = <T>(
  instructions: string,
  about: object,
  shape: z.ZodMiniType<T>,
  signal: AbortSignal,
) => Promise<EngineResult<T>>;

/** Fails as `ask` does. Never rejects. */
export function createChatClient({ model, url, key }: ChatModelOptions): RequestCompletion {
  const address = new URL("chat/completions", url.endsWith("/") ? url : `${url}/`);
  const manner: HttpRequestOptions = {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    parseFailure,
  };
  return async (instructions, about, shape, signal) => {
    const body = {
      model,
      response_format: { type: "json_object" },
      messages: [
        { role: "system", content: instructions },
        { role: "user", content: JSON.stringify(about) },
      ],
    };
    const answer = await requestJson(address, body, completionSchema, signal, manner);
    return answer.ok ? parseChoice(answer.value, shape) : answer;
  };
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });
/** As models know it. */
export const languageName = (language: Language): string => languageNames.of(language) ?? language;

function parseChoice<T>(
  { choices: [choice] }: z.infer<typeof completionSchema>,
  shape: z.ZodMiniType<T>,
): EngineResult<T> {
  if (choice === undefined) return textRejected("no choice");
  // Some servers leave it out; `length` is an answer cut short, `content_filter` a refusal.
  const reason = choice.finish_reason ?? "stop";
  if (reason !== "stop") return textRejected(/^[a-z_]{1,30}$/u.test(reason) ? `finished by ${reason}` : "not finished");
  const content = shape.safeParse(readJson(stripCodeFence(choice.message.content ?? "")));
  return content.success ? { ok: true, value: content.data } : textRejected("not the JSON that was asked for");
}

/** Models like to put JSON into a fence, whatever one asks. */
const stripCodeFence = (content: string): string =>
  /^\s*```(?:json)?\s*\n(.*)\n\s*```\s*$/su.exec(content)?.[1] ?? content;

function parseFailure(_status: number, body: unknown) {
  const said = errorSchema.safeParse(body);
  if (!said.success) return null;
  const { type, code } = said.data.error;
  return QUOTA_ERROR_CODES.includes(code) || QUOTA_ERROR_CODES.includes(type) ? quotaExceeded("no quota left") : null;
}
