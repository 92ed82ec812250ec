import { describe, expect, test } from "vitest";
import { mentionTokensFor } from "#contracts/text/mentionTokens.ts";
import { splitText, type TextPart } from "./textParts.ts";

const DECOMPOSED = "Jose\u0301";

/** Returns the texts of the parts of a kind. */
const partsOf = (kind: TextPart["kind"], text: string, names: readonly string[] = []) =>
  splitText(text, names.flatMap(mentionTokensFor)).flatMap((part) => (part.kind === kind ? [part.text] : []));

describe("splitText", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["@Juan Blanco, ¿puedes?", ["Juan Blanco", "Juan Campos"], ["@Juan Blanco"]],
    ["@Tom, @Tommy and @Tom Whitaker", ["Tom Whitaker"], ["@Tom", "@Tom Whitaker"]],
    ["oye @अमित", ["अमित"], ["@अमित"]],
    ["oye @अमित", ["अम"], []],
    ["oye @ปิ่น", ["ปิ่น"], ["@ปิ่น"]],
    [`oye @${DECOMPOSED}`, ["José"], [`@${DECOMPOSED}`]],
    ["oye @José", [DECOMPOSED], ["@José"]],
    [`oye @${DECOMPOSED}`, ["Jose"], []],
    ["oye @O'Neil y @O’Neil", ["O'Neil"], ["@O'Neil", "@O’Neil"]],
    ["请@张伟看一下", ["张伟"], ["@张伟"]],
    ["@(a+)+$ hi", ["(a+)+$"], ["@(a+)+$"]],
    ["mail@Tom", ["Tom"], []],
    ["https://social.example/@Tom", ["Tom"], []],
    ["plain @Tom", [], []],
  ])("finds in %j, with %j, the mentions %j", (text, names, mentions) => {
    expect(partsOf("mention", text, names)).toEqual(mentions);
  });

  test.each<[string, readonly string[]]>([
    ["请看https://example.com/docs，谢谢大家", ["https://example.com/docs"]],
    ["詳しくは（https://example.com/a）を見て。", ["https://example.com/a"]],
    ["https://example.com/x。下午三点开会", ["https://example.com/x"]],
    ["javascript:alert(1) ftp://example.org", []],
    ["https://bank.example@evil.example/login", []],
    ["https://de.wikipedia.org/wiki/C言語", ["https://de.wikipedia.org/wiki/C言語"]],
    ["https://zh.wikipedia.org/wiki/道_(消歧义)。", ["https://zh.wikipedia.org/wiki/道_(消歧义)"]],
    ["https://example.com/wiki/Linux，谢谢", ["https://example.com/wiki/Linux"]],
    ["请看https://example.com/docs谢谢", ["https://example.com/docs"]],
    [
      "\u2067https://example.com/a\u2069 \u202Ehttps://example.com/b\u202C",
      ["https://example.com/a", "https://example.com/b"],
    ],
    ["write to tom@example.com, or ana@münchen.example.", ["tom@example.com", "ana@münchen.example"]],
    ["javascript://example.com/%0Aalert(1)", []],
  ])("finds in %j the links %j", (text, links) => {
    expect(partsOf("link", text)).toEqual(links);
  });

  test("keeps the text between the parts", () => {
    expect(splitText("@Tom, see www.example.com. ", ["@Tom"])).toEqual([
      { kind: "mention", text: "@Tom" },
      { kind: "text", text: ", see " },
      { kind: "link", text: "www.example.com", href: "https://www.example.com/", trueHost: null },
      { kind: "text", text: ". " },
    ]);
    expect(splitText("", [])).toEqual([]);
  });

  test("leaves the rest of a line of links as text", () => {
    const text = "www.a.example ".repeat(300);
    const parts = splitText(text);
    expect([parts.length, parts.map((part) => part.text).join("")]).toEqual([201, text]);
  });

  test.each([
    ["https://EXAMPLE.com/a", null],
    ["https://example.com:443/a", null],
    ["https://аpple.example/", "xn--pple-43d.example"],
    ["http://2130706433/", "127.0.0.1"],
    ["https://раураl.com/login?r=xn--l-7sba6dbr.com", "xn--l-7sba6dbr.com"],
    ["https://0x7f.1/127.0.0.1", "127.0.0.1"],
  ])("shows the true host of %j as %j", (address, trueHost) => {
    expect(splitText(address)).toMatchObject([{ kind: "link", trueHost }]);
  });

  test("links an email address to nothing but a new message", () => {
    expect(splitText("tom@example.com?bcc=eve@evil.example")).toMatchObject([
      { kind: "link", text: "tom@example.com", href: "mailto:tom@example.com" },
      { kind: "text", text: "?bcc=" },
      { kind: "link", text: "eve@evil.example", href: "mailto:eve@evil.example" },
    ]);
  });
});
