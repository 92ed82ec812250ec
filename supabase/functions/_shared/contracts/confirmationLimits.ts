import { LISTED_PEOPLE } from "./confirmations.ts";

/** Limits of confirmations, apart from their schemas, which pages load. The database names them `confirmations.…`. */
export const CONFIRMATIONS = {
  /** Marked lines of one call that those put to everybody to whom the meeting belongs. */
  perCall: 50,
  /** The same of all others, and of one of them. */
  perCallOfGuests: 25,
  perGuest: 10,
  /** Characters of these lines, and of the questions and wordings about them, by the same groups, without translations. */
  charactersPerCall: 200_000,
  charactersPerCallOfGuests: 50_000,
  charactersPerGuest: 20_000,
  people: LISTED_PEOPLE,
  /** Stored questions and wordings about one line. */
  wordsPerLine: 500,
  /** Characters of lines, translations and texts as they were read, after which `call_confirmations` ends a page. */
  charactersPerPage: 100_000,
  /** Characters as which a listed person counts there, because each takes time. */
  charactersPerPerson: 100,
  asksPerMinute: 20,
  answersPerMinute: 30,
  readsPerMinute: 120,
  /** Confirmations on the home page. */
  onHomePage: 5,
  /** Lifetime of the link in an email. */
  linkTtlMs: 1_209_600_000,
  /** Time from the last wording to the email, so that a text that is still being changed sends none. */
  emailDelayMs: 300_000,
  /** Time from the email to the only reminder. */
  reminderDelayMs: 86_400_000,
  /** Emails in 24 hours: to a person, to a person about one meeting, of the meetings of a guest, and of a workspace. */
  emailsPerPersonInDay: 10,
  emailsPerPersonInMeeting: 3,
  emailsPerGuestHost: 10,
  emailsPerWorkspace: 200,
  /** Emails of all in 24 hours, unless the operator chose another number. */
  emailsInDay: 100,
  /** Emails that one run of the job adds to the outbox. */
  emailsPerRun: 50,
  /** Rows at which one run ends that looks for due emails: people, their calls, and what was put to them in these. */
  rowsPerRun: 5_000,
  /** Calls and lines of one person at which a run looks. Their next turn continues there. */
  callsPerTurn: 100,
  linesPerTurn: 50,
  /** Characters of a decision in an email. The page of the link has all of it. */
  emailTextLength: 500,
} as const;
