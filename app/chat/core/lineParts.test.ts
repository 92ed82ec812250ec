import { describe, expect, test } from "vitest";
import { mentionTokensFor } from "#contracts/text/mentions.ts";
import { type LinePart, splitLineText } from "./lineParts.ts";

const DECOMPOSED = "Jose\u0301";

/** Returns the texts of the parts of a kind. */
const partsOf = (kind: LinePart["kind"], text: string, names: readonly string[] = []) =>
  splitLineText(text, names.flatMap(mentionTokensFor)).flatMap((part) => (part.kind === kind ? [part.text] : []));

describe("splitLineText", () => {
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
  ])("finds in %j the links %j", (text, links) => {
    expect(partsOf("link", text)).toEqual(links);
  });

  test("keeps the text between the parts", () => {
    expect(splitLineText("@Tom, see www.example.com. ", ["@Tom"])).toEqual([
      { kind: "mention", text: "@Tom" },
      { kind: "text", text: ", see " },
      { kind: "link", text: "www.example.com", href: "https://www.example.com/" },
      { kind: "text", text: ". " },
    ]);
    expect(splitLineText("", [])).toEqual([]);
  });
});
