import type { MessageKey, MessageParameters, Messages } from "./generated/messages.ts";

type Arguments<Key extends MessageKey> = MessageParameters[Key] extends null ? [] : [MessageParameters[Key]];

export interface Translator {
  <Key extends MessageKey>(key: Key, ...parameters: Arguments<Key>): string;
  /** Returns whether the message is loaded: an error may reach a page that never shows its kind. */
  has(key: MessageKey): boolean;
}

/** Returns the message with `parameters` inserted. Throws if its namespace is not loaded. */
export function formatMessage(messages: Partial<Messages>, key: MessageKey, parameters: unknown): string {
  // The key determines the parameters' type; TypeScript cannot follow it through a union of functions.
  const message = messages[key] as ((parameters: unknown) => string) | undefined;
  if (message === undefined) throw new Error(`${key} is not loaded`);
  return message(parameters);
}

export const createTranslator = (messages: Partial<Messages>): Translator =>
  Object.assign((key: MessageKey, parameters?: unknown) => formatMessage(messages, key, parameters), {
    has: (key: MessageKey) => messages[key] !== undefined,
  });
