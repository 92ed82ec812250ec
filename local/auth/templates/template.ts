/**
 * The part of Go's `html/template` that email templates use: fields, `if`, `else if`, `else`, `end`, `eq`, comments and
 * trim marks. Every field is escaped. Anything else is rejected with its line when the template is compiled.
 */

/** `.Data.ui_locale` is `["Data", "ui_locale"]`. */
export type Path = readonly string[];
type Render = (data: unknown) => string;
type Test = (data: unknown) => boolean;
const always: Test = () => true;

/** Captures the opening mark, the action and the closing mark; `{{-` and `-}}` take the blanks beside them along. */
const ACTION = /(\s*\{\{-\s|\{\{)([\s\S]*?)(\s-\}\}\s*|\}\})/u;
/** `split` by `ACTION` yields text, opening mark, action, closing mark, text, … */
const STEP = 4;

/** @param isKnown whether the template's data has this field */
export function compile(source: string, isKnown: (path: Path) => boolean): Render {
  const parts = source.split(ACTION);
  let at = 0;
  /** The template's own text so far. A field counts as one character. */
  let before = "";

  const fail = (reason: string): never => {
    // The action that was read last stands before `at`.
    const line = parts
      .slice(0, Math.max(at - 1, 0))
      .join("")
      .split("\n").length;
    throw new Error(`line ${line}: ${reason}`);
  };
  /** Reads the text up to the next action and returns both; the action is null at the end. */
  const next = () => {
    const text = parts[at] ?? "";
    const action = parts[at + 2]?.trim() ?? null;
    at += STEP;
    before += text;
    return { text, action };
  };
  const pathOf = (word: string): Path => {
    if (!/^(?:\.[A-Za-z_]\w*)+$/u.test(word)) return fail(`"${word}" is not supported`);
    const path = word.slice(1).split(".");
    return isKnown(path) ? path : fail(`there is no field ${word}`);
  };
  const testOf = (condition: string): Test => {
    const [first = "", ...words] = condition.match(/"(?:[^"\\]|\\.)*"|\S+/gu) ?? [];
    if (first !== "eq") {
      if (words.length > 0) return fail("a condition is a field or eq");
      const path = pathOf(first);
      return (data) => isTrue(fieldOf(data, path));
    }
    const values = words.map((word): ((data: unknown) => unknown) => {
      if (word.startsWith('"')) return () => JSON.parse(word);
      const path = pathOf(word);
      return (data) => fieldOf(data, path);
    });
    const [value, ...others] = values;
    if (value === undefined || others.length === 0) return fail("eq compares two values");
    return (data) => others.some((other) => isEqual(value(data), other(data)));
  };
  const fieldRender = (action: string): Render => {
    const place = contextOf(before).place ?? fail("a field may stand in text or in a quoted attribute only");
    const path = pathOf(action);
    before += "_";
    return (data) => escapeFor(place, textOf(fieldOf(data, path)));
  };
  const ifRender = (condition: string): Render => {
    const start = before;
    const branches: { test: Test; render: Render }[] = [];
    const ends = new Set<string>();
    for (let test = testOf(condition); ; ) {
      before = start;
      const { render, end } = block();
      branches.push({ test, render });
      ends.add(contextOf(before).key);
      if (end === null) return fail("an if lacks its end");
      if (end === "end") {
        if (test !== always) ends.add(contextOf(start).key);
        if (ends.size > 1) return fail("the branches of this if end in different places of the HTML");
        return (data) => branches.find((branch) => branch.test(data))?.render(data) ?? "";
      }
      if (test === always) return fail("nothing but end may follow else");
      test = end === "else" ? always : testOf(end.replace(/^else\s+if\b/u, ""));
    }
  };
  /** Compiles up to the `else` or `end` that closes the block, or to the end of the template. */
  const block = (): { render: Render; end: string | null } => {
    const renders: Render[] = [];
    const render: Render = (data) => renders.map((each) => each(data)).join("");
    for (;;) {
      const { text, action } = next();
      renders.push(() => text);
      if (action === null || /^(?:else|else\s+if\b.*|end)$/su.test(action)) return { render, end: action };
      if (/^if\b/u.test(action)) renders.push(ifRender(action.slice(2)));
      else if (!action.startsWith("/*")) renders.push(fieldRender(action));
    }
  };

  const { render, end } = block();
  return end === null ? render : fail(`${end} without if`);
}

function fieldOf(data: unknown, path: Path): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  return value;
}

const isTrue = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** As in Go, a missing field equals nothing and values of different types cannot be compared. */
function isEqual(value: unknown, other: unknown): boolean {
  if (value !== undefined && value !== null && typeof value !== typeof other) {
    throw new TypeError("An email template compares values of different types.");
  }
  return value === other;
}

/** A missing field is empty, as in Go's HTML. Lists and objects have no text. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** `url-start` begins an address, `url` continues it. */
type Place = "text" | "url-start" | "url";

interface Context {
  /** Null where no field may stand: in comments, styles, scripts, and tags outside of a quoted attribute. */
  readonly place: Place | null;
  /** Equal for equal contexts. */
  readonly key: string;
}

/** Complete comments, elements that hold no markup, and tags. */
const COMPLETE =
  /<!--[\s\S]*?-->|<(style|script|textarea)\b[\s\S]*?<\/\1>|<(?!!--|style\b|script\b|textarea\b)[a-z/!](?:"[^"]*"|'[^']*'|[^>"'])*>/giu;
/** An open tag that ends inside a quoted attribute: its name and the value so far. */
const OPEN_ATTRIBUTE = /^<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*\s([\w:-]+)\s*=\s*(?:"([^"]*)|'([^']*))$/iu;
const URL_ATTRIBUTE = /^(?:href|src|action|cite|background|poster)$/iu;
const CODE_ATTRIBUTE = /^(?:style|srcdoc|on.*)$/iu;

/** Returns where the HTML stands after this text. */
function contextOf(text: string): Context {
  const rest = text.replace(COMPLETE, "");
  const start = rest.search(/<[a-z/!]/iu);
  if (start === -1) return { place: "text", key: "" };
  const open = rest.slice(start);
  const [, name, double, single] = OPEN_ATTRIBUTE.exec(open) ?? [];
  const place = name === undefined || CODE_ATTRIBUTE.test(name) ? null : placeIn(name, double ?? single);
  return { place, key: `${/^<[\w/!-]+/u.exec(open)} ${name} ${place}` };
}

function placeIn(attribute: string, value: string | undefined): Place {
  if (!URL_ATTRIBUTE.test(attribute)) return "text";
  return value === "" ? "url-start" : "url";
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "+": "&#43;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"'+]/gu, (char) => ENTITIES[char] ?? "");

function escapeFor(place: Place, text: string): string {
  switch (place) {
    case "text":
      return escapeHtml(text);
    case "url-start":
      // Only schemes that cannot run code. The replacement is Go's.
      return /^(?:https?:|mailto:|[^:]*(?:[/?#]|$))/iu.test(text) ? escapeHtml(text) : "#ZgotmplZ";
    case "url":
      return encodeURIComponent(text).replace(/[!'()*]/gu, (char) => `%${char.charCodeAt(0).toString(16)}`);
    default:
      return place satisfies never;
  }
}
