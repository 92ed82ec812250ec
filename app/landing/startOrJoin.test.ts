import { expect, test } from "vitest";
import { meetingCode } from "#contracts/meetings.ts";
import { extractMeetingCode } from "./startOrJoin.server.ts";

test.each([
  "k3f9-2mxa-7qpd",
  "https://parley.example/m/k3f9-2mxa-7qpd",
  "Join: https://parley.example/m/k3f9-2mxa-7qpd?lang=ar.",
  "(https://parley.example/m/k3f9-2mxa-7qpd).",
  "\u200Ehttps://parley.example/m/k3f9\u20112mxa\u20137qpd\u200E",
  "https://parley.example/m/k%D9%A3f9-%D9%A2mxa-7qpd",
  "ｋ３ｆ９－2mxa－7qpd",
  "ｈｔｔｐｓ：／／parley.example／m／ｋ３ｆ９－2mxa－7qpd",
])("finds the code in %j", (typed) => {
  expect(meetingCode.parse(extractMeetingCode(typed))).toBe("k3f92mxa7qpd");
});
