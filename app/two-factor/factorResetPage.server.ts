/** Loads the page for a lost second factor, and handles its form. The database decides who may ask, and how often. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ErrorCode } from "#contracts/errors.ts";
import type { FactorResetState } from "#contracts/factorResets.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { createDateFormatter, preferredLanguageTag } from "~/lib/dates.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

type Context = Pick<AppLoadContext, "rpc" | "locale">;

/** `due`: `due_at` as text. The page's code would not fit the formats of dates. */
export type LostFactorView = FactorResetState & { readonly due: string | null };

export async function readFactorReset({ rpc, locale }: Context, request: Request): Promise<LostFactorView> {
  const state = await rpc("factor_reset_state", {});
  if (!state.ok) throw errorResponse(state.error);
  const dueAt = state.value.reset?.due_at ?? null;
  return { ...state.value, due: dueAt && dateInUtc(Date.parse(dueAt), locale, request) };
}

function dateInUtc(at: number, locale: string, request: Request): string {
  const languageTag = preferredLanguageTag(locale, acceptedLanguages(request.headers));
  const format = createDateFormatter({ languageTag, timeZone: "UTC" });
  return `${format.date(at, Date.now())} · ${format.shortTime(at)} UTC`;
}

/** Returns the error of the request. Null also if the proof has become too old: the page itself shows that. */
export async function requestFactorReset({ rpc }: Pick<Context, "rpc">): Promise<ErrorCode | null> {
  const asked = await rpc("request_factor_reset", {});
  return asked.ok || asked.error.code === "account/sign-in-again" ? null : asked.error.code;
}
