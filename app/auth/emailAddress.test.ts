import { describe, expect, test } from "vitest";
import { emailAddress } from "#contracts/account.ts";
import { wrongEmailCharacter } from "#contracts/text/emailAddress.ts";

describe("emailAddress", () => {
  test.each([
    "\u202Atom@example.com\u202C",
    "\u200Btom@example.com",
    "mailto:tom@example.com",
    "mailto:Tom@example.com?subject=Hi",
    "Tom <tom@example.com>",
    "Tom Whitaker <tom@example.com>;",
    "tom＠example.com",
    "ｔｏｍ@example。com",
    "tom@example.com.",
    " Tom@Example.com, ",
  ])("reads %j as a single address", (typed) => {
    expect(emailAddress.parse(typed)).toBe("tom@example.com");
  });

  test.each([
    "anna@münchen.example",
    "anna@MÜNCHEN.example",
    "anna@xn--mnchen-3ya.example",
    "anna@mu\u0308nchen.example",
  ])("has one form for the domain of %s", (typed) => {
    expect(emailAddress.parse(typed)).toBe("anna@xn--mnchen-3ya.example");
  });

  test.each([
    ["jörg@münchen.example", "ö"],
    ["tom at home", null],
    ["tom@@example.com", "@"],
    ["to:m@example.com", ":"],
    ["tom@example", null],
    ["", null],
  ])("rejects %j and names the character %j", (typed, character) => {
    expect(emailAddress.safeParse(typed).success).toBe(false);
    expect(wrongEmailCharacter(typed)).toBe(character);
  });
});
