/** Where in the HTML a field stands, and how it is escaped there, as Go's `html/template` does. */

/** `url`: begins an address or goes on with it; `query`: behind its `?` or `#`. */
export type Place = "text" | "attribute" | "url-start" | "url" | "query";

interface State {
  /** `raw`: inside `<style>`, a comment, or an attribute that is code or lacks quotes. */
  readonly in: "text" | "tag" | "value" | "raw";
  /** The element whose content `raw` waits to end, or the attribute's name. */
  readonly name: string;
  readonly quote: string;
  /** Of an address: what of it was written so far. */
  readonly url: "" | "path" | "query";
}

export interface Context {
  readonly state: State;
  /** After more of the template's own text; `""` stands for a field. */
  after(text: string): Context;
}

const URLS = new Set(["href", "src", "action", "cite", "background", "poster"]);
const OUTSIDE: State = { in: "text", name: "", quote: "", url: "" };

export const HTML: Context = contextOf(OUTSIDE);

export function placeOf({ state }: Context): Place | null {
  if (state.in === "text") return "text";
  if (state.in !== "value" || state.name === "style" || state.name.startsWith("on") || state.name === "srcdoc")
    return null;
  if (!URLS.has(state.name)) return "attribute";
  return state.url === "" ? "url-start" : state.url === "path" ? "url" : "query";
}

export const same = (one: Context, other: Context): boolean =>
  JSON.stringify(one.state) === JSON.stringify(other.state);

function contextOf(state: State): Context {
  return { state, after: (text) => contextOf(text === "" ? withField(state) : walk(state, text)) };
}

/** A field may hold any of an address, so what follows goes on with it. */
const withField = (state: State): State =>
  state.in === "value" && state.url === "" ? { ...state, url: "path" } : state;

function walk(from: State, text: string): State {
  let state = from;
  let rest = text;
  while (rest !== "") {
    const [taken, next] = step(state, rest);
    rest = rest.slice(taken);
    state = next;
  }
  return state;
}

/** How much of the text is read, and where that leads. */
function step(state: State, rest: string): [number, State] {
  switch (state.in) {
    case "text": {
      const tag = /<(?:!--|(style|script|title|textarea)\b|[a-z/!])/iu.exec(rest);
      if (tag === null) return [rest.length, state];
      const to = tag.index + tag[0].length;
      if (tag[0] === "<!--") return [to, { ...OUTSIDE, in: "raw", name: "-->" }];
      const name = tag[1]?.toLowerCase() ?? "";
      return [
        to,
        name === "" || name === "title" ? { ...OUTSIDE, in: "tag" } : { ...OUTSIDE, in: "raw", name: `</${name}` },
      ];
    }
    case "tag": {
      const next = /([a-z][\w:-]*)\s*=\s*(["'])|([a-z][\w:-]*)\s*=(?!\s*["'])|>/iu.exec(rest);
      if (next === null) return [rest.length, state];
      const to = next.index + next[0].length;
      if (next[0] === ">") return [to, OUTSIDE];
      if (next[3] !== undefined) return [to, { ...OUTSIDE, in: "raw", name: ">" }];
      return [to, { in: "value", name: (next[1] ?? "").toLowerCase(), quote: next[2] ?? "", url: "" }];
    }
    case "value": {
      const end = rest.indexOf(state.quote);
      const value = end === -1 ? rest : rest.slice(0, end);
      if (end !== -1) return [end + 1, { ...OUTSIDE, in: "tag" }];
      return [rest.length, { ...state, url: state.url === "query" || /[?#]/u.test(value) ? "query" : "path" }];
    }
    case "raw": {
      const end = rest.toLowerCase().indexOf(state.name);
      return end === -1
        ? [rest.length, state]
        : [
            end + state.name.length,
            state.name === "</style" || state.name === "</script" || state.name === "</textarea"
              ? { ...OUTSIDE, in: "tag" }
              : OUTSIDE,
          ];
    }
    default:
      return state.in satisfies never;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "+": "&#43;",
};
const escapeText = (text: string) => text.replace(/[&<>"'+]/gu, (mark) => ENTITIES[mark] ?? "");

export function escapeFor(place: Place, text: string): string {
  switch (place) {
    case "text":
    case "attribute":
      return escapeText(text);
    case "url-start":
      // Go's words for an address of a kind that could be a program.
      return /^(?:https?:|mailto:|[^:]*(?:[/?#]|$))/iu.test(text) ? escapeText(normalized(text)) : "#ZgotmplZ";
    case "url":
      return escapeText(normalized(text));
    case "query":
      return encodeURIComponent(text).replace(/[!'()*]/gu, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
    default:
      return place satisfies never;
  }
}

/** What an address may not hold is encoded, what is encoded stays. */
const normalized = (text: string) => encodeURI(text).replace(/%25([0-9a-f]{2})/giu, "%$1");
