/** Builds the page of a link in an email, and sends its answer. No session is needed. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import { confirmationNote } from "#contracts/confirmationNote.ts";
import { confirmationAnswer, confirmationToken, type LinkedConfirmation } from "#contracts/confirmations.ts";
import {
  CONFIRMATION_LANGUAGES,
  CONFIRMATION_TEXTS,
  type ConfirmationLanguage,
  confirmationLanguage,
  fillText,
  momentIn,
} from "#contracts/confirmationTexts.ts";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { type ErrorCode, fail, type Result } from "#contracts/errors.ts";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import type { LinkPageView } from "./linkPageView.ts";

type Context = Pick<AppLoadContext, "rpc">;
type Params = Readonly<Record<string, string | undefined>>;

async function readLinked({ rpc }: Context, { token }: Params): Promise<Result<LinkedConfirmation>> {
  const parsed = confirmationToken.safeParse(token);
  return parsed.success ? rpc("confirmation_by_link", { p_token: parsed.data }) : fail("confirmation/link-refused");
}

const frameOf = (code: ConfirmationLanguage) => ({
  language: code,
  dir: CONFIRMATION_LANGUAGES[code].dir,
  languageName: LANGUAGES[code === "zh" ? "zh-Hans" : code].name,
  texts: CONFIRMATION_TEXTS[code],
});

/** Reading changes nothing, because mail scanners follow links. Returns the page and its HTTP status. */
export async function readLinkPage(
  context: Context,
  params: Params,
  request: Request,
): Promise<{ view: LinkPageView; status: number }> {
  const { searchParams } = new URL(request.url);
  const linked = await readLinked(context, params);
  if (!linked.ok) {
    const { code } = linked.error;
    if (code !== "confirmation/link-refused" && code !== "confirmation/changed") throw errorResponse(linked.error);
    // The language of the email, else the browser's.
    const language = searchParams.get("language") ?? acceptedLanguages(request.headers)[0];
    const refused = code === "confirmation/changed" ? "changed" : "refused";
    return {
      view: { ...frameOf(confirmationLanguage(language)), refused, linked: null, emails: null },
      status: errorStatus(code),
    };
  }
  const choice = confirmationAnswer.safeParse(searchParams.get("answer"));
  const frame = frameOf(confirmationLanguage(linked.value.reads));
  const view: LinkPageView = {
    ...frame,
    refused: null,
    emails: linked.value.emails,
    linked: {
      ...toTexts(linked.value, frame.language),
      choice: choice.success ? choice.data : null,
      // An address shows an answer that was stored, and never claims one.
      sent: linked.value.answer !== null && !searchParams.has("answer"),
      wordsId: crypto.randomUUID(),
    },
  };
  return { view, status: 200 };
}

function toTexts(linked: LinkedConfirmation, code: ConfirmationLanguage) {
  const { kind, title, host_name, said_at, time_zone, text, language, reads, translation } = linked;
  const texts = CONFIRMATION_TEXTS[code];
  const words = (content: string, written: Language) => ({
    ...{ text: content, language: written, dir: LANGUAGES[written].dir },
  });
  return {
    meeting: title ?? (host_name === null ? texts.meeting : fillText(texts.meetingOf, { name: host_name })),
    about: fillText(texts[kind], { date: momentIn(code, said_at, time_zone) }),
    decision: translation === null ? words(text, language) : words(translation, reads),
    note: confirmationNote(code, linked),
    original: translation === null ? null : words(text, language),
    answer: linked.answer,
    words: linked.words,
    writes: words("", reads),
  };
}

/** Switches off the emails to the person of the link. Null: done. */
export async function stopEmails({ rpc }: Context, { token }: Params): Promise<ErrorCode | null> {
  const parsed = confirmationToken.safeParse(token);
  if (!parsed.success) return "confirmation/link-refused";
  const stopped = await rpc("stop_confirmation_emails", { p_token: parsed.data });
  return stopped.ok ? null : stopped.error.code;
}

/** Sends the answer of the form. Null: sent. */
export async function answerLink({ rpc }: Context, { token }: Params, form: FormData): Promise<ErrorCode | null> {
  const parsed = confirmationToken.safeParse(token);
  const answer = confirmationAnswer.safeParse(form.get("answer"));
  if (!parsed.success || !answer.success) return "confirmation/link-refused";
  const linked = await rpc("confirmation_by_link", { p_token: parsed.data });
  if (!linked.ok) return linked.error.code;
  const sent = await rpc("answer_by_link", {
    ...{ p_token: parsed.data, p_answer: answer.data },
    ...wordsOf(answer.data, form, linked.value),
  });
  return sent.ok ? null : sent.error.code;
}

/** The question or the own wording, in the language that the person reads. */
const wordsOf = (answer: ConfirmationAnswer, form: FormData, { reads }: LinkedConfirmation) =>
  answer === "understood"
    ? {}
    : { p_words_id: String(form.get("words_id")), p_language: reads, p_text: String(form.get("text") ?? "") };
