/**
 * The space bar, held: the microphone is on as long. Where the keyboard has walked to a control the bar presses that
 * control instead; after a press by pointer it is still the bar.
 */
import { takesText } from "./shortcuts.ts";

type Press = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { readonly target: EventTarget | null };

export interface PushToTalk {
  /** Whether the press is taken: nothing else is to come of it. */
  down(press: Press): boolean;
  /** Whether the release is taken. */
  up(press: Pick<Press, "key">): boolean;
  /** The pointer was used, or the keyboard to go somewhere. */
  moved(by: "pointer" | "keyboard"): void;
  /** The page is no longer looked at: a release would not be heard. */
  letGo(): void;
}

export interface PushToTalkOptions {
  /** Whether the microphone is off, and a press may turn it on. */
  mayTalk(): boolean;
  talk(on: boolean): void;
}

const MODIFIED = ["ctrlKey", "metaKey", "altKey", "shiftKey", "isComposing", "defaultPrevented"] as const;
const PRESSABLE = "button, a[href], summary, input, [role=button], [tabindex]:not([tabindex='-1'])";

export function createPushToTalk({ mayTalk, talk }: PushToTalkOptions): PushToTalk {
  let talking = false;
  let walked = false;

  const taken = (target: EventTarget | null) =>
    takesText(target) || (walked && target instanceof Element && target.closest(PRESSABLE) !== null);

  function end() {
    if (!talking) return false;
    talking = false;
    talk(false);
    return true;
  }

  return {
    down(press) {
      if (press.key !== " " || MODIFIED.some((name) => press[name])) return false;
      // While it is held the browser repeats it.
      if (talking) return true;
      if (press.repeat || taken(press.target) || !mayTalk()) return false;
      talking = true;
      talk(true);
      return true;
    },
    up: ({ key }) => key === " " && end(),
    moved(by) {
      walked = by === "keyboard";
    },
    letGo: () => void end(),
  };
}
