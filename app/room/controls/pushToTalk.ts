/**
 * The space bar, held: the microphone is on as long. Where the keyboard has walked to a control the bar presses that
 * control instead; after a press by pointer it is still the bar.
 */
import { acceptsText } from "./shortcuts.ts";

type TalkKeyEvent = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { readonly target: EventTarget | null };

export interface PushToTalk {
  /** Whether the press is taken: nothing else is to come of it. */
  keyDown(press: TalkKeyEvent): boolean;
  /** Whether the release is taken. */
  keyUp(press: Pick<TalkKeyEvent, "key">): boolean;
  /** The pointer was used, or the keyboard to go somewhere. */
  setInputMethod(by: "pointer" | "keyboard"): void;
  /** The page is no longer looked at: a release would not be heard. */
  release(): void;
}

export interface PushToTalkOptions {
  /** Whether the microphone is off, and a press may turn it on. */
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
      // While it is held the browser repeats it.
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
