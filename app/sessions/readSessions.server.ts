/**
 * Loads the devices of `/settings/security`. After an error the page still ends sessions, because a thief may have used up the requests of
 * the owner.
 */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { AccountSession } from "#contracts/sessions.ts";
import { countryName, deviceOf } from "#contracts/userAgent.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { preferredLanguageTag } from "~/lib/dates.ts";
import type { SecurityView, SessionQuestion, SessionView } from "./core/sessionView.ts";
import { signInMethod } from "./core/signInMethod.ts";

export async function readSecurityPage(
  { rpc, locale }: Pick<AppLoadContext, "rpc" | "locale">,
  request: Request,
): Promise<SecurityView> {
  const found = await rpc("my_sessions", {});
  const { current, others, more } = found.ok ? found.value : { current: null, others: [], more: false };
  const viewOf = (session: AccountSession): SessionView => ({
    id: session.id,
    device: deviceOf(session.user_agent),
    place: countryName(session.country, locale),
    startedAt: session.started_at,
    lastSeen: session.last_seen,
    method: signInMethod(session.methods),
  });
  return {
    current: current && viewOf(current),
    others: others.map(viewOf),
    more,
    error: found.ok ? null : found.error.code,
    question: questionOf(new URL(request.url).searchParams),
    now: Date.now(),
    languageTag: preferredLanguageTag(locale, acceptedLanguages(request.headers)),
  };
}

function questionOf(search: URLSearchParams): SessionQuestion | null {
  if (search.has("others")) return { kind: "others" };
  const id = z.guid().safeParse(search.get("not-me"));
  return id.success ? { kind: "not-me", id: id.data } : null;
}
