/** The layout of emails about planned meetings, as HTML and as plain text. */
import {
  CONFIRMATION_LANGUAGES,
  CONFIRMATION_TEXTS,
  type ConfirmationLanguage,
} from "../_shared/contracts/confirmationTexts.ts";
import { LANGUAGES, type Language } from "../_shared/contracts/languages.ts";
import { escapeHtml } from "../_shared/email/html.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { BUTTON, MAIN_BUTTON, PAGE, SOFT } from "../_shared/email/styles.ts";
import { PLAN_TEXTS } from "./planTexts.ts";

export interface PlanPage {
  readonly texts: ConfirmationLanguage;
  readonly subject: string;
  readonly title: string;
  /** The language of the title and the agenda. */
  readonly language: Language;
  readonly about: string;
  readonly note: string | null;
  /** The organizer's message, in the language of the title. */
  readonly message: string | null;
  readonly times: readonly string[];
  /** Below the times. */
  readonly more: string | null;
  readonly agenda: readonly string[];
  readonly joinLink: string | null;
  /** Null: the invitee has no link any more. */
  readonly answerLink: string | null;
  /** With the buttons of the answers. */
  readonly asks: boolean;
}

const ANSWERS = ["yes", "no", "maybe"] as const;

export function renderPlanPage(page: PlanPage): RenderedEmail {
  const { answerLink } = page;
  const subject = page.subject.replace(/\s+/gu, " ").trim();
  const email = { subject, html: htmlOf({ ...page, subject }), text: textOf(page) };
  // Without "One-Click": Parley takes no form from another page.
  return answerLink === null ? email : { ...email, headers: { "List-Unsubscribe": `<${answerLink}#stop>` } };
}

/** Returns the links of the answers, none if the email does not ask. The page of the link sends an answer, never the link itself. */
function answersOf({ texts, asks, answerLink }: PlanPage): { label: string; href: string }[] {
  if (!asks || answerLink === null) return [];
  const words = PLAN_TEXTS[texts];
  return [
    ...ANSWERS.map((answer) => ({ label: words[answer], href: `${answerLink}&answer=${answer}` })),
    { label: words.propose, href: `${answerLink}#propose` },
  ];
}

function textOf(page: PlanPage): string {
  const { texts, title, about, note, message, times, more, agenda, joinLink, answerLink } = page;
  const words = PLAN_TEXTS[texts];
  return [
    `${title}\n${about}`,
    note,
    message,
    times.join("\n"),
    more,
    agenda.length === 0 ? null : [`${words.agenda}:`, ...agenda.map((line) => `- ${line}`)].join("\n"),
    joinLink === null ? null : `${words.join}: ${joinLink}`,
    answersOf(page)
      .map(({ label, href }) => `${label}: ${href}`)
      .join("\n"),
    words.reason,
    answerLink === null ? null : `${CONFIRMATION_TEXTS[texts].stop}: ${answerLink}#stop`,
  ]
    .filter((part) => part !== null && part !== "")
    .join("\n\n");
}

function htmlOf(page: PlanPage): string {
  const { texts, subject, title, language, about, note, message, times, more, agenda, joinLink, answerLink } = page;
  const words = PLAN_TEXTS[texts];
  const original = `lang="${language}" dir="${LANGUAGES[language].dir}"`;
  const paragraph = (text: string) => `<p style="margin:12px 0">${escapeHtml(text)}</p>`;
  const button = (label: string, href: string, style: string) =>
    `<p style="margin:12px 0"><a href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a></p>`;
  return [
    `<!doctype html><html lang="${texts}" dir="${CONFIRMATION_LANGUAGES[texts].dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;background:#f8f7f3;color:#121a2d"><div role="main" style="${PAGE}">`,
    `<p style="margin:0;font-weight:700">Parley</p><h1 ${original} style="margin:24px 0 8px;font-size:26px;line-height:32px">${escapeHtml(title)}</h1>`,
    `<p style="margin:0 0 20px;${SOFT}">${escapeHtml(about)}</p>`,
    note === null ? "" : paragraph(note),
    message === null
      ? ""
      : `<blockquote ${original} style="margin:12px 0;padding-inline-start:12px;border-inline-start:3px solid #c9c5b8;white-space:pre-line">${escapeHtml(message)}</blockquote>`,
    ...times.map(
      (time) => `<p style="margin:4px 0;font-size:18px;line-height:28px;font-weight:600">${escapeHtml(time)}</p>`,
    ),
    more === null ? "" : `<p style="margin:4px 0;${SOFT}">${escapeHtml(more)}</p>`,
    agenda.length === 0
      ? ""
      : `<h2 style="margin:20px 0 4px;font-size:16px">${escapeHtml(words.agenda)}</h2><ul ${original} style="margin:0;padding-inline-start:20px">${agenda.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
    joinLink === null ? "" : button(words.join, joinLink, MAIN_BUTTON),
    ...answersOf(page).map(({ label, href }) => button(label, href, BUTTON)),
    `<p style="margin:24px 0 0;${SOFT}">${escapeHtml(words.reason)}`,
    answerLink === null
      ? ""
      : ` <a href="${escapeHtml(`${answerLink}#stop`)}" style="color:#4c5467">${escapeHtml(CONFIRMATION_TEXTS[texts].stop)}</a>`,
    "</p></div></body></html>",
  ].join("");
}
