import { createElement, Fragment, type ReactNode } from "react";
import type { MessageKey, MessageParameters, Messages } from "./generated/messages.ts";

type Arguments<Key extends MessageKey> = MessageParameters[Key] extends null ? [] : [MessageParameters[Key]];

type Rich<Parameters> = { [Name in keyof Parameters]: Parameters[Name] extends number ? number : ReactNode };
type RichArguments<Key extends MessageKey> = MessageParameters[Key] extends null ? [] : [Rich<MessageParameters[Key]>];

export interface TFunction {
  <Key extends MessageKey>(key: Key, ...parameters: Arguments<Key>): string;
  /** Returns whether the message is loaded: an error may reach a page that never shows its kind. */
  has(key: MessageKey): boolean;
  /** Returns the message with elements as parameters, so that a name or a language has its own `lang` and `dir`. */
  rich<Key extends MessageKey>(key: Key, ...parameters: RichArguments<Key>): ReactNode;
}

/** Delimiters of a parameter inside a message. Only the message itself is split; user text is always a parameter. */
const OPEN = "\uE000";
const CLOSE = "\uE001";

export function createTFunction(messages: Partial<Messages>): TFunction {
  const say = (key: MessageKey, parameters: unknown): string => {
    // The key determines the parameters' type; TypeScript cannot follow it through a union of functions.
    const message = messages[key] as ((parameters: unknown) => string) | undefined;
    if (message === undefined)
      throw new Error(`The text ${key} is not loaded: its area is missing in the route's texts()`);
    return message(parameters);
  };
  return Object.assign((key: MessageKey, parameters?: unknown) => say(key, parameters), {
    has: (key: MessageKey) => messages[key] !== undefined,
    rich(key: MessageKey, parameters: Record<string, ReactNode> = {}): ReactNode {
      const elements: ReactNode[] = [];
      const plain = Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => {
          if (typeof value === "number") return [name, value];
          elements.push(value);
          return [name, `${OPEN}${elements.length - 1}${CLOSE}`];
        }),
      );
      const parts = say(key, plain).split(/\uE000(\d+)\uE001/u);
      return parts.map((part, index) =>
        // Odd parts are the captured element indexes; the order of a message's parts never changes.
        createElement(Fragment, { key: index }, index % 2 === 1 ? elements[Number(part)] : part),
      );
    },
  });
}
