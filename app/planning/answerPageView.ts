/** The page of a link in an invitation. All texts are in the language that the invitee reads, also if the interface is not in it. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { PlanAnswer } from "#contracts/planning.ts";

/** The answers that a person can send, in the order of the buttons. */
export const REPLIES = ["yes", "maybe", "no"] as const satisfies readonly PlanAnswer[];
export type Reply = (typeof REPLIES)[number];

export const isReply = (value: unknown): value is Reply => REPLIES.some((reply) => reply === value);

export interface AnswerTexts {
  /** `{name}` invites. */
  readonly invites: string;
  /** The organizer has no name. */
  readonly invited: string;
  /** The heading of the dates. */
  readonly next: string;
  /** Below the dates: they are in the time of `{zone}`. */
  readonly zone: string;
  readonly agenda: string;
  readonly question: string;
  /** Below the question, if the link names an answer. */
  readonly confirm: string;
  readonly yes: string;
  readonly maybe: string;
  readonly no: string;
  readonly stored: string;
  readonly propose: string;
  /** The label of the day and time. */
  readonly time: string;
  readonly sendProposal: string;
  /** The invitee proposed `{time}`. */
  readonly proposed: string;
  /** A proposal lasts until the next answer. */
  readonly replaces: string;
  readonly open: string;
  readonly cancelled: string;
  readonly over: string;
  readonly closed: string;
  /** The proposed time is missing or has passed. */
  readonly invalid: string;
  readonly tooMany: string;
  readonly failed: string;
  readonly refused: string;
  readonly refusedText: string;
  readonly stop: string;
  readonly stopped: string;
  readonly start: string;
}

/** Each is also a text of the page. */
export type AnswerError = "invalid" | "tooMany" | "failed" | "over" | "refused";

const ANSWER_ERRORS: Partial<Record<ErrorCode, AnswerError>> = {
  "request/invalid": "invalid",
  "time-zone/unknown": "invalid",
  "request/rate-limited": "tooMany",
  "meeting/ended": "over",
  "plan/link-refused": "refused",
};

export const toAnswerError = (code: ErrorCode): AnswerError => ANSWER_ERRORS[code] ?? "failed";

/** Text of a person, in their language. */
interface Written {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
  readonly dir: "ltr" | "rtl";
}

interface AnswerDate {
  /** ISO 8601. */
  readonly at: string;
  /** `Thursday, 23 April 2026, 16:30 – 17:30`. */
  readonly text: string;
}

export interface AnswerPlan {
  readonly title: Written;
  readonly inviter: string;
  readonly workspace: string;
  readonly agenda: readonly Written[];
  readonly dates: readonly AnswerDate[];
  /** In whose time the dates are. */
  readonly zoneNote: string;
  /** The invitee's zone, in which another time is proposed. */
  readonly zone: string;
  /** Why nothing can be answered. Null: it can. */
  readonly closed: "cancelled" | "over" | null;
  readonly answer: PlanAnswer;
  /** The answer of the link, which the invitee has not sent yet. */
  readonly chosen: Reply | null;
  /** The sentence of the stored proposal. */
  readonly proposed: string | null;
  /** The local time of the stored proposal, else of the next date. */
  readonly proposal: string;
  /** The path of the meeting's entrance. Null if it is closed. */
  readonly enter: string | null;
}

export interface AnswerPageView {
  /** BCP 47. */
  readonly language: string;
  readonly dir: "ltr" | "rtl";
  readonly languageName: string;
  readonly texts: AnswerTexts;
  /** Null: the link does not work. */
  readonly plan: AnswerPlan | null;
  /** The address of the link gets invitations by email. */
  readonly emails: boolean;
}
