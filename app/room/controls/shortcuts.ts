/** Single-key shortcuts. They are inactive in text fields and during composition (WCAG 2.1.4). */

export type Shortcut = keyof typeof SHORTCUT_KEYS;

export const SHORTCUT_KEYS = {
  microphone: "M",
  camera: "V",
  hand: "H",
  captions: "C",
  chat: "T",
  /** Mark a line. */
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

/** A letter of a script other than Latin. `µ` has the script Common. */
const NON_LATIN_LETTER = /(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{M}]/u;

/** Returns the key's letter. For a non-Latin letter it returns the letter at that place of a US keyboard. */
function shortcutLetter({ key, code }: Pick<ShortcutKeyEvent, "key" | "code">): string {
  if (key === "؟") return "?";
  return NON_LATIN_LETTER.test(key) ? code.replace(/^Key/u, "") : key.toUpperCase();
}

/** Returns null if the key event is not a shortcut. */
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

/** Selects and menus search by letter. Dialogs handle all of their keys. */
const TEXT_ENTRY_SELECTOR =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

export const acceptsText = (target: EventTarget | null): boolean =>
  typeof Element !== "undefined" && target instanceof Element && target.closest(TEXT_ENTRY_SELECTOR) !== null;
