import { expect, it } from "vitest";
import { submittedValues } from "./participantForm.ts";

function form(fields: Record<string, string>): FormData {
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) sent.set(name, value);
  return sent;
}

it("keeps the typed name and omits unknown languages", () => {
  const name = ` \u202e${"n".repeat(10_000)}`;
  expect(submittedValues(form({ display_name: name, speaks: "ca", reads: "tlh" }))).toEqual({ name, speaks: "ca" });
  expect(Object.keys(submittedValues(form({ speaks: "<script>" })))).toEqual([]);
  const file = new FormData();
  file.set("display_name", new File(["x"], "x"));
  expect(Object.keys(submittedValues(file))).toEqual([]);
});
