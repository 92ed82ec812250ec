/** Single keys of the call, and when they rest (WCAG 2.1.4): while one types or composes, and when switched off. */

export type Shortcut = "microphone" | "camera" | "hand" | "captions" | "chat" | "help";

export const SHORTCUT_KEYS = {
  microphone: "M",
  camera: "V",
  hand: "H",
  captions: "C",
  chat: "T",
  help: "?",
} as const satisfies Record<Shortcut, string>;

type Press = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { readonly target: EventTarget | null };

/** What a key asks for; `null` when it is meant for something else. */
export function shortcutOf(press: Press): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = press;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented || takesText(target)) return null;
  switch (key.toUpperCase()) {
    case SHORTCUT_KEYS.microphone:
      return "microphone";
    case SHORTCUT_KEYS.camera:
      return "camera";
    case SHORTCUT_KEYS.hand:
      return "hand";
    case SHORTCUT_KEYS.captions:
      return "captions";
    case SHORTCUT_KEYS.chat:
      return "chat";
    case SHORTCUT_KEYS.help:
      return "help";
    default:
      return null;
  }
}

/** A select and a menu take letters too: they jump to what begins with them. Over a dialog's keys the call has no say. */
const TAKES_TEXT =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

export const takesText = (target: EventTarget | null): boolean =>
  typeof Element !== "undefined" && target instanceof Element && target.closest(TAKES_TEXT) !== null;
