/** Keys in text fields. */

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "isComposing" | "keyCode">;

/**
 * Returns whether the key belongs to an input method that is composing text. Safari sends the Enter that accepts a
 * composition after its end, with the key code 229 only.
 */
export const isComposing = (event: Pick<Key, "isComposing" | "keyCode">): boolean =>
  event.isComposing || event.keyCode === 229;

/** Returns whether the key is Enter alone, and not a key of an input method. */
export const isEnter = (event: Key): boolean => event.key === "Enter" && !event.shiftKey && !isComposing(event);

/** A phone's keyboard cannot type Shift+Enter, so its Enter breaks the line and a button sends. */
export const hasTouchKeyboard = (): boolean => matchMedia("(pointer: coarse) and (hover: none)").matches;
