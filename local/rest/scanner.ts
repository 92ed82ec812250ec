/** Reads the parts that all texts of PostgREST's URL grammar share: names, JSON paths, quoted values, lists. */
import { unreadable } from "./errors.ts";

export interface Field {
  readonly column: string;
  readonly path: ReadonlyArray<{ readonly arrow: "->" | "->>"; readonly key: string }>;
}

const NAME = /(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy;
const INDEX = /-?\d+(?=$|->|[.,:)])/uy;
const QUOTED = /"((?:[^"\\]|\\.)*)"/suy;
const LIST_ITEM = /[^,)]*/uy;

export class Scanner {
  readonly #text: string;
  /** The kind of text, for errors. */
  readonly #what: string;
  #at = 0;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  fail(): never {
    throw unreadable(this.#what, this.#text);
  }

  /** Whether the rest starts with a text. */
  sees(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  /** Reads a text if it is next. */
  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.#at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  /** Reads what a pattern with the flag `y` matches, else null. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  /** Reads the rest. */
  rest(): string {
    const text = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return text;
  }

  /** Reads a name: quoted, or letters, digits, `_`, `$`, spaces and hyphens. */
  name(): string {
    if (this.sees('"')) return this.quoted();
    const found = this.match(NAME);
    return found?.[0].trim() || this.fail();
  }

  /** Reads a text in double quotes, in which a backslash protects the next character. */
  quoted(): string {
    const found = this.match(QUOTED);
    return found?.[1]?.replace(/\\(.)/gsu, "$1") ?? this.fail();
  }

  /** Reads a name and a path into its JSON: `data->a->>b`. */
  field(): Field {
    const column = this.name();
    const path: { arrow: "->" | "->>"; key: string }[] = [];
    for (;;) {
      const arrow = this.take("->>") ? "->>" : this.take("->") ? "->" : null;
      if (arrow === null) return { column, path };
      path.push({
        arrow,
        key: this.sees('"') ? this.quoted() : ((this.match(INDEX) ?? this.match(NAME))?.[0] ?? this.fail()),
      });
    }
  }

  /** Reads a list in parentheses: `(a,"b,c",d)`. */
  list(): string[] {
    this.expect("(");
    const values: string[] = [];
    if (this.take(")")) return values;
    do values.push(this.sees('"') ? this.quoted() : (this.match(LIST_ITEM)?.[0] ?? ""));
    while (this.take(","));
    this.expect(")");
    return values;
  }
}
