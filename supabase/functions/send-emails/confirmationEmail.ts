/** The email that asks an attendee about a decision or task, in the language that the attendee reads. */
import * as z from "zod/mini";
import { CONFIRMATION_ANSWERS } from "../_shared/contracts/confirmationAnswers.ts";
import { CONFIRMATIONS } from "../_shared/contracts/confirmationLimits.ts";
import { confirmationNote } from "../_shared/contracts/confirmationNote.ts";
import { confirmationToken } from "../_shared/contracts/confirmations.ts";
import {
  CONFIRMATION_LANGUAGES,
  CONFIRMATION_TEXTS,
  confirmationLanguage,
  fillText,
  momentIn,
} from "../_shared/contracts/confirmationTexts.ts";
import { LANGUAGES, language } from "../_shared/contracts/languages.ts";
import { codePointLength } from "../_shared/contracts/limits.ts";
import { escapeHtml } from "../_shared/email/html.ts";
import { participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { BUTTON, PAGE, SOFT } from "../_shared/email/styles.ts";

/** As `queue_confirmation_emails` writes it. */
const payloadSchema = z.object({
  token: confirmationToken,
  reminder: z.boolean(),
  reads: language,
  kind: z.enum(["decision", "task"]),
  /** Null if the account was deleted. */
  asker: z.nullable(participantText),
  author: participantText,
  /** Another person who corrected or typed the words. */
  writer: z.nullable(participantText),
  title: z.nullable(participantText),
  host_name: z.nullable(participantText),
  said_at: z.string(),
  time_zone: z.nullable(z.string()),
  text: participantText,
  language,
  /** Null: no engine has translated it. */
  translation: z.nullable(participantText),
});

/** Returns null if the payload does not fit. */
export function renderConfirmation(payload: unknown, origin: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { token, reminder, reads, kind, asker, author, title, host_name, translation, writer, ...said } = parsed.data;
  const texts = confirmationLanguage(reads);
  const words = CONFIRMATION_TEXTS[texts];
  const link = `${origin}/confirm/${token}?language=${texts}`;
  const meeting = title ?? (host_name === null ? words.meeting : fillText(words.meetingOf, { name: host_name }));
  const name = asker ?? author;
  const subject = oneLine(fillText(reminder ? words.reminder : words.subject, { name }));
  const about = fillText(words[kind], { date: momentIn(texts, said.said_at, said.time_zone) });
  const note = confirmationNote(texts, { author, writer, language: said.language, reads, translation });
  const answers = CONFIRMATION_ANSWERS.map((answer) => ({ label: words[answer], href: `${link}&answer=${answer}` }));
  const stop = `${link}#stop`;
  // Without "One-Click": Parley takes no form from another page.
  return { subject, html: html(), text: plain(), headers: { "List-Unsubscribe": `<${stop}>` } };

  function plain(): string {
    const quoted =
      translation === null ? [note, shortened(said.text)] : [shortened(translation), note, shortened(said.text)];
    return [
      `${words.heading}\n${meeting}. ${about}`,
      ...quoted.filter((part) => part !== null),
      answers.map(({ label, href }) => `${label}: ${href}`).join("\n"),
      words.reason,
      `${words.stop}: ${stop}`,
    ].join("\n\n");
  }

  function html(): string {
    const { dir } = CONFIRMATION_LANGUAGES[texts];
    const large = (text: string, code: keyof typeof LANGUAGES) =>
      `<p lang="${code}" dir="${LANGUAGES[code].dir}" style="margin:0;font-size:18px;line-height:28px;font-weight:600;white-space:pre-wrap">${escapeHtml(shortened(text))}</p>`;
    const quote =
      translation === null
        ? ""
        : `<p lang="${said.language}" dir="${LANGUAGES[said.language].dir}" style="margin:4px 0 0;white-space:pre-wrap">${escapeHtml(shortened(said.text))}</p>`;
    const soft =
      note === null ? "" : `<div style="${SOFT};${QUOTE}"><p style="margin:0">${escapeHtml(note)}</p>${quote}</div>`;
    const buttons = answers.map(
      ({ label, href }) =>
        `<p style="margin:12px 0"><a href="${escapeHtml(href)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`,
    );
    return [
      `<!doctype html><html lang="${texts}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
      `<body style="margin:0;background:#f8f7f3;color:#121a2d"><div style="${PAGE}">`,
      `<p style="margin:0;font-weight:700">Parley</p><h1 style="margin:24px 0 8px;font-size:26px;line-height:32px">${escapeHtml(words.heading)}</h1>`,
      `<p style="margin:0 0 20px;${SOFT}"><bdi>${escapeHtml(meeting)}</bdi>. ${escapeHtml(about)}</p>`,
      translation === null ? soft + large(said.text, said.language) : large(translation, reads) + soft,
      `<div style="margin-top:24px">${buttons.join("")}</div>`,
      `<p style="margin:24px 0 0;${SOFT}">${escapeHtml(words.reason)} <a href="${escapeHtml(stop)}" style="color:#4c5467">${escapeHtml(words.stop)}</a></p></div></body></html>`,
    ].join("");
  }
}

const QUOTE = "margin:16px 0;padding-inline-start:12px;border-inline-start:3px solid #1563a5";

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** The database has cut a longer text at this length. The page of the link has all of it. */
const shortened = (text: string): string =>
  codePointLength(text) >= CONFIRMATIONS.emailTextLength ? `${text.trimEnd()} …` : text;
