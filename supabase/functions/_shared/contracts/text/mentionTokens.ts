/** The tokens that mention a person: `@` and the name, or its first word. */

const firstWord = (name: string): string => name.split(/\s/u)[0] ?? "";

/** Returns the tokens that mention `name` in a text, the longest first. */
export function mentionTokensFor(name: string): string[] {
  if (name === "") return [];
  const first = firstWord(name);
  return first === name ? [`@${name}`] : [`@${name}`, `@${first}`];
}

/** Returns the token to insert: the first name if no other person here shares it, else the full name. */
export function mentionTokenFor(name: string, others: readonly string[]): string {
  const first = firstWord(name);
  return `@${others.some((other) => firstWord(other) === first) ? name : first}`;
}
