/**
 * Turns the microphone on while the space bar is held. If the keyboard moved the focus to a control, the space bar clicks
 * that control instead. After a click by pointer it still talks.
 */
import { acceptsText } from "./shortcuts.ts";

type TalkKeyEvent = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { readonly target: EventTarget | null };

export interface PushToTalk {
  /** Returns whether it handled the event. The caller then prevents the default. */
  keyDown(event: TalkKeyEvent): boolean;
  /** Returns whether it handled the event. */
  keyUp(event: Pick<TalkKeyEvent, "key">): boolean;
  /** Records a click by pointer, or a focus move by keyboard. */
  setInputMethod(by: "pointer" | "keyboard"): void;
  /** Ends talking when the page loses focus, because it then receives no `keyup`. */
  release(): void;
}

export interface PushToTalkOptions {
  /** Whether the microphone is off and may be turned on. */
  canTalk(): boolean;
  setTalking(on: boolean): void;
}

const MODIFIER_FLAGS = ["ctrlKey", "metaKey", "altKey", "shiftKey", "isComposing", "defaultPrevented"] as const;
const CLICKABLE_SELECTOR = "button, a[href], summary, input, [role=button], [tabindex]:not([tabindex='-1'])";

export function createPushToTalk({ canTalk, setTalking }: PushToTalkOptions): PushToTalk {
  let talking = false;
  let usedKeyboard = false;

  const isForControl = (target: EventTarget | null) =>
    acceptsText(target) || (usedKeyboard && target instanceof Element && target.closest(CLICKABLE_SELECTOR) !== null);

  function stopTalking() {
    if (!talking) return false;
    talking = false;
    setTalking(false);
    return true;
  }

  return {
    keyDown(event) {
      if (event.key !== " " || MODIFIER_FLAGS.some((name) => event[name])) return false;
      // The browser repeats the event of a held key.
      if (talking) return true;
      if (event.repeat || isForControl(event.target) || !canTalk()) return false;
      talking = true;
      setTalking(true);
      return true;
    },
    keyUp: ({ key }) => key === " " && stopTalking(),
    setInputMethod(by) {
      usedKeyboard = by === "keyboard";
    },
    release: () => void stopTalking(),
  };
}
