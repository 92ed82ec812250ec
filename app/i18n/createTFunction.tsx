import { Fragment, type ReactNode } from "react";
import type { MessageKey, MessageParameters, Messages } from "./generated/messages.ts";
import { createTranslator, formatMessage, type Translator } from "./translate.ts";

type Rich<Parameters> = { [Name in keyof Parameters]: Parameters[Name] extends number ? number : ReactNode };
type RichArguments<Key extends MessageKey> = MessageParameters[Key] extends null ? [] : [Rich<MessageParameters[Key]>];

export interface TFunction extends Translator {
  /** Returns the message with elements as parameters, so that a name or a language has its own `lang` and `dir`. */
  rich<Key extends MessageKey>(key: Key, ...parameters: RichArguments<Key>): ReactNode;
}

/** Delimiters of a parameter inside a message. Only the message itself is split; user text is always a parameter. */
const OPEN = "\uE000";
const CLOSE = "\uE001";

export const createTFunction = (messages: Partial<Messages>): TFunction =>
  Object.assign(createTranslator(messages), {
    rich(key: MessageKey, parameters: Record<string, ReactNode> = {}): ReactNode {
      const elements: ReactNode[] = [];
      const plain = Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => {
          if (typeof value === "number") return [name, value];
          elements.push(value);
          return [name, `${OPEN}${elements.length - 1}${CLOSE}`];
        }),
      );
      const parts = formatMessage(messages, key, plain).split(/\uE000(\d+)\uE001/u);
      return parts.map((part, index) => (
        // Odd parts are the captured element indexes; the order of a message's parts never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>{index % 2 === 1 ? elements[Number(part)] : part}</Fragment>
      ));
    },
  });
