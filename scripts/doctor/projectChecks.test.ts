import { expect, test } from "vitest";
import { settingFindings } from "./projectChecks.ts";

const SETTINGS = { external: { anonymous_users: true, email: true }, disable_signup: false, mailer_autoconfirm: false };
const faultsOf = (json: unknown) =>
  settingFindings(json).flatMap(({ state, text }) => (state === "fault" ? [text] : []));

test("finds no fault in the settings of docs/operating.md", () => {
  expect(faultsOf(SETTINGS)).toEqual([]);
});

test.each([
  [{ mailer_autoconfirm: true }, "Auth believes every address"],
  [{ disable_signup: true }, "New users cannot sign up"],
])("names %j", (changes, text) => {
  expect(faultsOf({ ...SETTINGS, ...changes })).toEqual([expect.stringContaining(text)]);
});
