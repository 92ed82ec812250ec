// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source.
import { expect, test } from "vitest";
import { findLiterals, unusedKeys } from "./source.ts";

const component = (body: string) => ({ path: "app/ui/X.tsx", text: `export const X = () => ${body};` });
const faults = (body: string) => findLiterals([component(body)], []);
const said = (words: string) => [`app/ui/X.tsx:1: "${words}" is said without a message key.`];

test.each([
  ["text", "<p>Hello you</p>", "Hello you"],
  ["text in another script", "<p>مرحبا</p>", "مرحبا"],
  ["a string in braces", '<p>{"Hello"}</p>', "Hello"],
  ["one of two", '<p>{on ? "On" : t("off")}</p>', "On"],
  ["only sometimes", '<p>{on && "On"}</p>', "On"],
  ["for want of a better", '<p>{name ?? "Nobody"}</p>', "Nobody"],
  ["a template", "<p>{`Hello ${name}`}</p>", "Hello"],
  ["joined to something", '<p>{name + " came in"}</p>', "came in"],
  ["a name for those who do not see", '<button aria-label="Close" />', "Close"],
  ["a placeholder", '<input placeholder={"Name"} />', "Name"],
  ["a piece's own prop", '<Field label="Name" />', "Name"],
])("%s is found", (_, body, words) => {
  expect(faults(body)).toEqual(said(words));
});

test.each([
  ["a key", '<p>{t("door.enter")}</p>'],
  ["signs and digits", "<p>+3 · 18:42 {a}, {b}</p>"],
  ["a class", '<p className="text-14 font-strong" data-x="yes" id="main" />'],
  ["a value that nobody reads", '<input type="text" name="code" autoComplete="off" />'],
  ["a comment", "<p>{/* as the reader has it */}</p>"],
  ["an attribute's own choice", '<p className={on ? "on" : "off"} />'],
])("%s is not", (_, body) => {
  expect(faults(body)).toEqual([]);
});

test("an exception excuses its words in its file, and one that excuses nothing is said", () => {
  const exception = { path: "app/ui/X.tsx", words: "Parley", reason: "A name." };
  expect(findLiterals([component("<p>Parley</p>")], [exception])).toEqual([]);
  expect(findLiterals([{ ...component("<p>Parley</p>"), path: "app/ui/Y.tsx" }], [exception])).toEqual([
    'app/ui/Y.tsx:1: "Parley" is said without a message key.',
    'scripts/messages/exceptions.ts: "Parley" does not stand in app/ui/X.tsx.',
  ]);
});

test("a key is used in full, from a table, or by a template that begins with a part of it", () => {
  const keys = ["a.said", "a.listed", "error.x/y", "error.x/y.do", "a.gone", "b.gone"];
  const text = 't("a.said"); const KEYS = { one: "a.listed" }; t(`error.${code}.do`); t(`error.${code}`); `${a}.gone`;';
  expect(unusedKeys(keys, [{ path: "app/x.ts", text }])).toEqual(["a.gone", "b.gone"]);
});

test("a template uses what it can become and no more", () => {
  const keys = ["view.a.title", "view.a.text"];
  expect(unusedKeys(keys, [{ path: "app/x.ts", text: "t(`view.${name}.title`)" }])).toEqual(["view.a.text"]);
});

test("a type that picks keys by their beginning uses none", () => {
  const text = "type Name = Extract<Key, `view.${string}`>; type One = 'view.a';";
  expect(unusedKeys(["view.a"], [{ path: "app/x.ts", text }])).toEqual(["view.a"]);
});
