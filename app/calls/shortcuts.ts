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
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { readonly target: EventTarget | null };

/** Of a script that has none of our letters; `µ` is of none. */
const FOREIGN = /(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{M}]/u;

/** By its letter, wherever that stands; where a layout has none of ours, by the place where most have it. */
function letterOf({ key, code }: Pick<Press, "key" | "code">): string {
  if (key === "؟") return "?";
  return FOREIGN.test(key) ? code.replace(/^Key/u, "") : key.toUpperCase();
}

/** What a key asks for; `null` when it is meant for something else. */
export function shortcutOf(press: Press): Shortcut | null {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = press;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented || takesText(target)) return null;
  const pressed = letterOf(press);
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
