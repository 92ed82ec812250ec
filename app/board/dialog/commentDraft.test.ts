import { describe, expect, test } from "vitest";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { commentDraft } from "./commentDraft.ts";

const FILE = "8f7a3c52-4a1d-4f6e-9a51-0e3b9c1d2f40";
const WORDS = { text: "Not for Bob", language: "en" } as const;

describe("commentDraft", () => {
  test("keeps words for their writer alone", () => {
    const device = fakeStorage();
    commentDraft(device, FILE, "ana").write(WORDS);
    expect(commentDraft(device, FILE, "bob").read()).toBeNull();
    expect(commentDraft(device, FILE, "ana").read()).toEqual(WORDS);
  });

  test("removes words that were stored without a writer", () => {
    const device = fakeStorage();
    device.setItem(`parley:comment:${FILE}`, JSON.stringify(WORDS));
    expect(commentDraft(device, FILE, "bob").read()).toBeNull();
    expect(device.getItem(`parley:comment:${FILE}`)).toBeNull();
  });
});
