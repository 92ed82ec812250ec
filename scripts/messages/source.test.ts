// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source.
import { describe, expect, test } from "vitest";
import { findLiterals, unusedKeys } from "./source.ts";

const component = (body: string) => ({ path: "app/ui/X.tsx", text: `export const X = () => ${body};` });
const faults = (body: string) => findLiterals([component(body)], []);
const fault = (words: string) => [`app/ui/X.tsx:1: "${words}" has no message key.`];

describe("findLiterals", () => {
  test.each([
    ["text", "<p>Hello you</p>", "Hello you"],
    ["text in another script", "<p>مرحبا</p>", "مرحبا"],
    ["a string in braces", '<p>{"Hello"}</p>', "Hello"],
    ["a choice", '<p>{on ? "On" : t("off")}</p>', "On"],
    ["conditional text", '<p>{on && "On"}</p>', "On"],
    ["a fallback", '<p>{name ?? "Nobody"}</p>', "Nobody"],
    ["a template", "<p>{`Hello ${name}`}</p>", "Hello"],
    ["a concatenation", '<p>{name + " came in"}</p>', "came in"],
    ["an accessible name", '<button aria-label="Close" />', "Close"],
    ["a placeholder", '<input placeholder={"Name"} />', "Name"],
    ["a component's text prop", '<Field label="Name" />', "Name"],
  ])("finds %s", (_, body, words) => {
    expect(faults(body)).toEqual(fault(words));
  });

  test.each([
    ["a key", '<p>{t("prejoin.enter")}</p>'],
    ["symbols and digits", "<p>+3 · 18:42 {a}, {b}</p>"],
    ["a class", '<p className="text-14 font-strong" data-x="yes" id="main" />'],
    ["an invisible value", '<input type="text" name="code" autoComplete="off" />'],
    ["a comment", "<p>{/* as the reader has it */}</p>"],
    ["a choice in an attribute", '<p className={on ? "on" : "off"} />'],
  ])("ignores %s", (_, body) => {
    expect(faults(body)).toEqual([]);
  });

  test("applies exceptions and reports unused ones", () => {
    const exception = { path: "app/ui/X.tsx", words: "Parley", reason: "A name." };
    expect(findLiterals([component("<p>Parley</p>")], [exception])).toEqual([]);
    expect(findLiterals([{ ...component("<p>Parley</p>"), path: "app/ui/Y.tsx" }], [exception])).toEqual([
      'app/ui/Y.tsx:1: "Parley" has no message key.',
      'scripts/messages/exceptions.ts: "Parley" is not in app/ui/X.tsx.',
    ]);
  });
});

describe("unusedKeys", () => {
  test("accepts full keys, tables of keys and templates", () => {
    const keys = ["a.direct", "a.listed", "error.x/y", "error.x/y.do", "a.gone", "b.gone"];
    const text =
      't("a.direct"); const KEYS = { listed: "a.listed" }; t(`error.${code}.do`); t(`error.${code}`); `${a}.gone`;';
    expect(unusedKeys(keys, [{ path: "app/x.ts", text }])).toEqual(["a.gone", "b.gone"]);
  });

  test("matches a template's possible keys only", () => {
    const keys = ["view.a.title", "view.a.text"];
    expect(unusedKeys(keys, [{ path: "app/x.ts", text: "t(`view.${name}.title`)" }])).toEqual(["view.a.text"]);
  });

  test("ignores a type that selects keys by prefix", () => {
    const text = "type Name = Extract<Key, `view.${string}`>; type One = 'view.a';";
    expect(unusedKeys(["view.a"], [{ path: "app/x.ts", text }])).toEqual(["view.a"]);
  });
});
