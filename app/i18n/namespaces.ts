/**
 * Texts come to a browser by area: those of `start` always, the others with the routes that show them
 * (`await texts("meeting")` at the top of the route). A key belongs to the area with the longest matching beginning.
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
    "error.reference",
    "error.request/",
    "error.code/",
    "error.meeting/",
    "error.network/",
    "error.bug/",
    "error.account/needed",
  ],
  landing: ["landing."],
  errors: ["error."],
  meeting: ["door.", "call.", "chat.", "shortcuts.title"],
  captions: ["captions."],
  catchup: ["catchup."],
  lines: [
    "lines.",
    // Of the chat, what comes with a press on a line.
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
  account: ["sign-in.", "sign-out.", "code.", "confirm.", "error.mail/", "error.account/"],
  workspace: ["nav.", "home.", "settings."],
  glossary: ["glossary."],
  titles: ["error.title/"],
  transcripts: ["transcript.", "recap.", "error.summary/"],
  untranslated: ["untranslated."],
  design: ["design."],
  help: ["help."],
} as const satisfies Record<string, readonly string[]>;

export type Namespace = keyof typeof NAMESPACES;

/** `null`: a key of a new kind, which needs a place above. */
export function namespaceOf(key: string): Namespace | null {
  let best: { area: Namespace; length: number } | null = null;
  for (const namespace of Object.keys(NAMESPACES).filter((name): name is Namespace => Object.hasOwn(NAMESPACES, name)))
    for (const prefix of NAMESPACES[namespace])
      if (key.startsWith(prefix) && prefix.length > (best?.length ?? 0))
        best = { area: namespace, length: prefix.length };
  return best?.area ?? null;
}
