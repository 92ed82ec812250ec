/** Builds the page of a link in an invitation, and sends its answer. No session is needed. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { confirmationToken } from "#contracts/confirmations.ts";
import {
  CONFIRMATION_LANGUAGES,
  type ConfirmationLanguage,
  confirmationLanguage,
  fillText,
} from "#contracts/confirmationTexts.ts";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { joinPath } from "#contracts/joinPath.ts";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import type { LinkedSeries } from "#contracts/plans.ts";
import { formatLocal, parseLocal } from "#planning/localTime.ts";
import { isTimeZone, localAt, resolveLocal } from "#planning/zones.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { type AnswerPageView, type AnswerPlan, isReply, type Reply } from "./answerPageView.ts";
import { zoneName } from "./core/zoneNames.ts";
import { ANSWER_TEXTS } from "./server/answerTexts.server.ts";

type Context = Pick<AppLoadContext, "rpc">;
type Params = Readonly<Record<string, string | undefined>>;

/** Tokens of both kinds of links have 256 bits. */
const linkToken = confirmationToken;

const frameOf = (code: ConfirmationLanguage) => ({
  language: code,
  dir: CONFIRMATION_LANGUAGES[code].dir,
  languageName: LANGUAGES[code === "zh" ? "zh-Hans" : code].name,
  texts: ANSWER_TEXTS[code],
});

/** Reading changes nothing, because mail scanners follow links. Returns the page and its HTTP status. */
export async function readAnswerPage(
  { rpc }: Context,
  { token }: Params,
  request: Request,
): Promise<{ view: AnswerPageView; status: number }> {
  const parsed = linkToken.safeParse(token);
  const linked = parsed.success ? await rpc("series_by_link", { p_token: parsed.data }) : null;
  if (linked?.ok) {
    const code = confirmationLanguage(linked.value.invitee.reads);
    const plan = toPlan(linked.value, code, chosenReply(request, linked.value));
    return { view: { ...frameOf(code), plan, emails: linked.value.emails }, status: 200 };
  }
  if (linked !== null && linked.error.code !== "plan/link-refused") throw errorResponse(linked.error);
  // The language of the email, else the browser's.
  const language = new URL(request.url).searchParams.get("language") ?? acceptedLanguages(request.headers)[0];
  return {
    view: { ...frameOf(confirmationLanguage(language)), plan: null, emails: true },
    status: errorStatus("plan/link-refused"),
  };
}

/** Returns the answer of the link, unless it is stored already. Only a button sends it, because mail scanners follow links. */
function chosenReply(request: Request, { invitee }: LinkedSeries): Reply | null {
  const chosen = new URL(request.url).searchParams.get("answer");
  return isReply(chosen) && chosen !== invitee.answer ? chosen : null;
}

/** The runtime may not know a zone that the database knows. */
const knownZone = (...zones: readonly (string | null)[]): string =>
  zones.find((zone) => zone !== null && isTimeZone(zone)) ?? "UTC";

const written = (text: string, language: Language) => ({ text, language, dir: LANGUAGES[language].dir });

/** Formats dates of the Gregorian calendar, as in calendar files. A range of `Intl` would lose the long form in Japanese. */
function formatsIn(code: ConfirmationLanguage, zone: string) {
  const { tag } = CONFIRMATION_LANGUAGES[code];
  const common = { timeStyle: "short", timeZone: zone, calendar: "gregory" } as const;
  const start = new Intl.DateTimeFormat(tag, { ...common, dateStyle: "full" });
  const end = new Intl.DateTimeFormat(tag, common);
  return {
    start: (at: number) => start.format(at),
    range: (from: number, to: number) => `${start.format(from)} – ${end.format(to)}`,
  };
}

function toPlan(linked: LinkedSeries, code: ConfirmationLanguage, chosen: Reply | null): AnswerPlan {
  const { title, language, agenda, organizer_name, workspace_name, cancelled, over, next, times, invitee } = linked;
  const texts = ANSWER_TEXTS[code];
  const zone = knownZone(invitee.zone, times.zone);
  const format = formatsIn(code, zone);
  const proposed = proposedInstant(invitee);
  const [suggested] = [proposed, ...next.map(({ starts_at }) => Date.parse(starts_at))].filter((at) => at !== null);
  return {
    title: written(title, language),
    inviter: organizer_name === null ? texts.invited : fillText(texts.invites, { name: organizer_name }),
    workspace: workspace_name,
    agenda: agenda.map((line) => written(line, language)),
    dates: next.map(({ starts_at, ends_at }) => ({
      at: starts_at,
      text: format.range(Date.parse(starts_at), Date.parse(ends_at)),
    })),
    zoneNote: fillText(texts.zone, { zone: zoneName(CONFIRMATION_LANGUAGES[code].tag, zone) }),
    zone,
    closed: cancelled ? "cancelled" : over ? "over" : null,
    answer: invitee.answer,
    chosen,
    proposed: proposed === null ? null : fillText(texts.proposed, { time: format.start(proposed) }),
    proposal: suggested === undefined ? times.start : formatLocal(localAt(zone, suggested)),
    enter: linked.code === null || cancelled || over ? null : joinPath(linked.code, invitee.reads),
  };
}

/** Returns the instant of the stored proposal, whose zone may be another than that of the page. */
const proposedInstant = ({ proposal }: LinkedSeries["invitee"]): number | null =>
  proposal && resolveLocal(knownZone(proposal.zone), parseLocal(proposal.start)).instant;

/** Sends the answer of the form, with the proposed time if there is one. Null: sent. */
export async function sendAnswer({ rpc }: Context, { token }: Params, form: FormData): Promise<ErrorCode | null> {
  const parsed = linkToken.safeParse(token);
  if (!parsed.success) return "plan/link-refused";
  const answer = form.get("answer");
  if (!isReply(answer)) return "request/invalid";
  const proposal = form.has("start")
    ? { p_start: String(form.get("start")), p_zone: String(form.get("zone") ?? "") }
    : {};
  const sent = await rpc("answer_series_by_link", { p_token: parsed.data, p_reply: answer, ...proposal });
  return sent.ok ? null : sent.error.code;
}

/** Switches emails of invitations to the address of the link off, or on again. Null: done. */
export async function setEmails({ rpc }: Context, { token }: Params, on: boolean): Promise<ErrorCode | null> {
  const parsed = linkToken.safeParse(token);
  if (!parsed.success) return "plan/link-refused";
  const set = await rpc("set_series_emails", { p_token: parsed.data, p_on: on });
  return set.ok ? null : set.error.code;
}
