/**
 * A user's account as the database returns it. Fields are named after columns; times are ISO 8601 with offset. A guest
 * (anonymous user) has a profile. A user with an email address has a workspace too.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { count } from "./numbers.ts";
import { workspaceRole } from "./roles.ts";
import { asciiDigits } from "./text/asciiDigits.ts";
import { cleanEmailAddress, isEmailAddress } from "./text/emailAddress.ts";
import { time } from "./time.ts";

/** The user's last choices. `null` means no choice yet. `ui_locale` is the language of emails and SMS. */
export const profile = z.object({
  display_name: z.nullable(z.string()),
  speaks: z.nullable(language),
  reads: z.nullable(language),
  ui_locale: z.nullable(z.string()),
  /** IANA name: `Europe/Madrid`. */
  time_zone: z.nullable(z.string()),
  /** The user gets emails about decisions and tasks that wait for an answer. */
  confirmation_emails: z.boolean(),
  /** When the account is deleted. Null: nobody requested that. */
  delete_at: z.nullable(time),
  /** Somebody asked to reset the second factor. */
  factor_reset: z.boolean(),
  /** Names the bytes of the person's picture. Null: pages show the initials. */
  avatar: z.nullable(z.guid()),
});
export type Profile = z.infer<typeof profile>;

/** An email address as typed or pasted. Only an email proves that it exists, and nobody else learns the result. */
export const emailAddress = z.pipe(z.string(), z.transform(cleanEmailAddress)).check((context) => {
  if (context.value.length > LIMITS.email.max || !isEmailAddress(context.value))
    context.issues.push({ code: "custom", message: "mail/malformed", input: context.value });
});

/** A code as typed, in any script, with or without blanks and dashes: `١٢٣٤ ٥٦٧٨` is `12345678`. */
export const oneTimeCode = z
  .pipe(
    z.string(),
    z.transform((typed) =>
      asciiDigits(
        typed
          .slice(0, 200)
          .normalize("NFKC")
          .replace(/[\s\p{Pd}\p{Cf}]/gu, ""),
      ),
    ),
  )
  .check((context) => {
    if (context.value.length !== LIMITS.oneTimeCodeDigits || !/^[0-9]+$/u.test(context.value))
      context.issues.push({ code: "custom", message: "account/code-refused", input: context.value });
  });

/**
 * The parameters of a link in an email. `mail` is the address that received it: the page names it, and the Worker accepts
 * no other account. A change of address is rejected: a guest may have named the reader's address, and would share the account.
 */
export const linkToken = z.object({
  mail: emailAddress,
  token_hash: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,200}$/u)),
  type: z.enum(["email", "magiclink", "signup", "recovery", "invite"]),
});
export type LinkToken = z.infer<typeof linkToken>;

/** A call with the numbers of its decisions, tasks and open tasks. */
const homeCall = z.object({
  id: z.guid(),
  started_at: time,
  /** Null during the call. */
  ended_at: z.nullable(time),
  decisions: count,
  tasks: count,
  open_tasks: count,
});

/** A decision or an open task. */
const homeOutcome = z.object({
  line_id: z.guid(),
  meeting_id: z.guid(),
  call_id: z.guid(),
  kind: z.enum(["decision", "task"]),
  /** Whether it is the user's task. */
  mine: z.boolean(),
  /** The name of the task's assignee. */
  who: z.nullable(z.string()),
  language,
  text: z.string(),
  /** In the language that the user reads. Null if there is none, or if the text is in that language. */
  translation: z.nullable(z.string()),
  reads: z.nullable(language),
});
export type HomeOutcome = z.infer<typeof homeOutcome>;

export const homeMeeting = z.object({
  meeting_id: z.guid(),
  code: z.string(),
  title: z.nullable(z.string()),
  host_name: z.nullable(z.string()),
  /** `member`: no participant, but a member of its workspace. */
  role: z.enum(["host", "co-host", "guest", "member"]),
  /** The code no longer works. */
  ended: z.boolean(),
  /** Participants in the call. 0 without an open call. */
  inside: count,
  /** Start of the last call. `null` before the first. */
  last_call_at: z.nullable(time),
  /** The last call. `null` if the user may not read it, and with `p_writable`. */
  last_call: z.nullable(homeCall),
  created_at: time,
  /**
   * In order of first arrival, at most `HOME.homePageNamesPerMeeting`. `people_count` counts all.
   * `colour` is the person's own, so that it is the same in every meeting of the list.
   */
  people: z.array(
    z.object({
      number: z.int(),
      colour: z.int(),
      /** The id of the picture. Null: pages show the initials. */
      avatar: z.nullable(z.guid()),
      display_name: z.string(),
      speaks: language,
      reads: language,
    }),
  ),
  people_count: count,
});
export type HomeMeeting = z.infer<typeof homeMeeting>;

/** Result of `home()`: newest first, by last call or creation, at most `HOME.homePageMeetings`. */
export const home = z.object({
  profile,
  /** `locked`: closed to the user until they have a second factor, or sign in by the company. */
  workspaces: z.array(
    z.object({ id: z.guid(), name: z.string(), role: workspaceRole, locked: z.boolean(), needs_sso: z.boolean() }),
  ),
  meetings: z.array(homeMeeting),
  /** The newest of the last calls of these meetings, at most `HOME.homePageOutcomes`. */
  outcomes: z.array(homeOutcome),
});
export type Home = z.infer<typeof home>;

const namedPeople = z.array(z.object({ number: z.int(), colour: z.int(), display_name: z.string() }));

/**
 * Result of `meeting_page(p_meeting_id)`: a meeting with the calls that the user may read, the newest first, at most
 * `HOME.meetingPageCalls`. Names are limited as in `home()`. Errors: `request/not-found`.
 */
export const meetingPage = z.object({
  meeting_id: z.guid(),
  code: z.string(),
  title: z.nullable(z.string()),
  host_name: z.nullable(z.string()),
  ended: z.boolean(),
  inside: count,
  people: namedPeople,
  people_count: count,
  calls: z.array(
    z.extend(homeCall, {
      people: namedPeople,
      people_count: count,
      /** The first sentence of the summary. `translation` is in the language that the user reads. */
      summary: z.nullable(z.object({ text: z.string(), language, translation: z.nullable(z.string()) })),
    }),
  ),
  /** The approved terms of its workspace. Null unless the user is a member of it. */
  glossary: z.nullable(z.object({ workspace_id: z.guid(), terms: count })),
});

/** Result of `create_merge_token()`: 256 bits with which an account takes over the guest's data. */
export const claimOffer = z.object({ token: z.string().check(z.regex(/^[0-9a-f]{64}$/u)) });

/**
 * Result of `redeem_merge_token(p_token)`, which transfers one meeting of the guest or a part of it: the number of meetings
 * that are complete, and whether to call again.
 */
export const claimed = z.object({ meetings: count, more: z.boolean() });
