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

type ShortcutKeyEvent = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { readonly target: EventTarget | null };

/** Of a script that has none of our letters; `µ` is of none. */
const NON_LATIN_LETTER = /(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{M}]/u;

/** By its letter, wherever that stands; where a layout has none of ours, by the place where most have it. */
function shortcutLetter({ key, code }: Pick<ShortcutKeyEvent, "key" | "code">): string {
  if (key === "؟") return "?";
  return NON_LATIN_LETTER.test(key) ? code.replace(/^Key/u, "") : key.toUpperCase();
}

/** What a key asks for; `null` when it is meant for something else. */
export function shortcutFor(event: ShortcutKeyEvent): Shortcut | null {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = event;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented || acceptsText(target)) return null;
  const letter = shortcutLetter(event);
  return (
    Object.keys(SHORTCUT_KEYS)
      .filter(isShortcut)
      .find((name) => SHORTCUT_KEYS[name] === letter) ?? null
  );
}

/** A select and a menu take letters too: they jump to what begins with them. Over a dialog's keys the call has no say. */
const TEXT_ENTRY_SELECTOR =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

export const acceptsText = (target: EventTarget | null): boolean =>
  typeof Element !== "undefined" && target instanceof Element && target.closest(TEXT_ENTRY_SELECTOR) !== null;
