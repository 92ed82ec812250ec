/** Single keys of the call, and when they rest (WCAG 2.1.4): while one types or composes, and when switched off. */

export type Shortcut = keyof typeof SHORTCUT_KEYS;

export const SHORTCUT_KEYS = {
  microphone: "M",
  camera: "V",
  hand: "H",
  captions: "C",
  chat: "T",
  /** What a line is marked as. */
  decision: "D",
  task: "K",
  question: "Q",
  help: "?",
} as const;

const isShortcut = (name: string): name is Shortcut => Object.hasOwn(SHORTCUT_KEYS, name);

type Press = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { readonly target: EventTarget | null };

/** What a key asks for; `null` when it is meant for something else. */
export function shortcutOf(press: Press): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = press;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented || takesText(target)) return null;
  const pressed = key.toUpperCase();
  return (
    Object.keys(SHORTCUT_KEYS)
      .filter(isShortcut)
      .find((name) => SHORTCUT_KEYS[name] === pressed) ?? null
  );
}

/** A select and a menu take letters too: they jump to what begins with them. Over a dialog's keys the call has no say. */
const TAKES_TEXT =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

export const takesText = (target: EventTarget | null): boolean =>
  typeof Element !== "undefined" && target instanceof Element && target.closest(TAKES_TEXT) !== null;
