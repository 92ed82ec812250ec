/**
 * Browsers load messages by namespace: `start` always, the others with their routes (`await loadNamespaces("meeting")`
 * at the top of the route). A key belongs to the namespace with the longest matching prefix.
 */
export const NAMESPACES = {
  start: [
    "action.",
    "files.open",
    "locale.",
    "landing.start",
    "landing.code",
    "landing.join",
    "language.",
    // The name of a meeting without a title.
    "meeting.",
    "error.reference",
    "error.request/",
    "error.code/",
    "error.meeting/",
    "error.network/",
    "error.bug/",
    "error.account/needed",
  ],
  landing: ["landing."],
  // Account pages show the second wherever they are.
  errors: ["error.", "error.account/factor-needed"],
  meeting: [
    "prejoin.",
    // The parts of the chat that captions, catch-up and the pre-join page share.
    "chat.asWritten",
    "chat.from",
    "chat.onItsWay",
    "chat.reads",
    "chat.reason.",
    "chat.title",
    "chat.unavailable",
    "chat.you",
    "language.translated",
    "language.originalOnly",
    "language.noTranslation",
    "shortcuts.title",
    // Only the meeting's page can get these.
    "error.meeting/full",
    "error.meeting/lobby-full",
    "error.meeting/locked",
    "error.meeting/removed",
    "error.network/media-failed",
    "error.network/signalling-lost",
  ],
  call: ["call.", "chat."],
  // The settings show the second outside of a call.
  captions: ["captions.", "hints."],
  catchup: ["catchup."],
  lines: [
    "lines.",
    // The part of the chat that a click on a line loads.
    "chat.replyTo",
    "chat.editing",
    "chat.editAgain",
    "chat.cancel",
    "chat.saving",
    "chat.notE",
    "chat.notDeleted",
    "chat.notMarked",
    "chat.report",
    "chat.notReported",
    "chat.translat",
    "chat.notTranslatedAgain",
    "error.file/not-kept",
    "chat.mark.",
  ],
  keys: ["shortcuts."],
  more: ["more."],
  files: ["files.", "error.file/"],
  devices: ["devices."],
  waiting: ["waiting."],
  people: ["people."],
  // Only the pages of workspaces can get these errors.
  members: ["members.", "error.workspace/", "error.plan/", "error.role/admin-needed", "error.role/owner-needed"],
  privacy: ["security.", "data.", "email-change.", "phone-change.", "error.account/sign-in-again"],
  factors: ["factors."],
  passkeys: ["passkeys."],
  avatars: ["avatars."],
  passwords: ["password.", "error.password/"],
  providers: ["providers."],
  connections: ["connections."],
  account: [
    "sign-in.",
    "sso.",
    "sign-in.code.enter",
    "code.",
    "confirm.",
    "error.mail/",
    "error.phone/",
    "error.account/",
  ],
  codes: [
    "sign-in.code.",
    "sign-in.link.",
    "sign-in.go-on",
    "error.account/code-refused",
    "error.account/link-refused",
    "error.account/claim-refused",
  ],
  signOut: ["sign-out."],
  // The notices of comments are on two pages.
  workspace: ["nav.", "home.", "meetings.", "settings.", "fileNotices."],
  board: ["board."],
  fileDialog: ["fileDialog."],
  glossary: ["glossary."],
  planning: ["planning."],
  planForm: ["planForm."],
  planTools: ["planTools."],
  push: ["push."],
  titles: ["error.title/"],
  // The tab of the insights is in the header of every call.
  transcripts: ["transcript.", "untranslated.", "recap.", "insights.heading", "error.summary/"],
  insights: ["insights."],
  confirmations: ["confirmations.", "error.confirmation/"],
  // The route has the title.
  design: ["design.", "designPage."],
  help: ["help."],
} as const satisfies Record<string, readonly string[]>;

export type Namespace = keyof typeof NAMESPACES;

/**
 * Beginnings of the messages of modules that only browsers load, such as a call. The Worker has no copy of them, and its build fails
 * if it uses one.
 */
const BROWSER_MESSAGES = [
  "call.",
  "captions.",
  "catchup.",
  "design.",
  "fileDialog.",
  "more.",
  "people.",
  "planForm.",
  "planTools.",
  "push.",
] as const;

/** Returns whether the server has the message. */
export const isServerMessage = (key: string): boolean =>
  namespaceOf(key) !== null && !BROWSER_MESSAGES.some((beginning) => key.startsWith(beginning));

/** Returns `null` for a key without a namespace, which needs a prefix above. */
export function namespaceOf(key: string): Namespace | null {
  let best: { area: Namespace; length: number } | null = null;
  for (const namespace of Object.keys(NAMESPACES).filter((name): name is Namespace => Object.hasOwn(NAMESPACES, name)))
    for (const prefix of NAMESPACES[namespace])
      if (key.startsWith(prefix) && prefix.length > (best?.length ?? 0))
        best = { area: namespace, length: prefix.length };
  return best?.area ?? null;
}
