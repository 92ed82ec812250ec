import { expect, test } from "vitest";
import { type Draft, EMPTY_DRAFT, readDraft, storeDraft, withWords, wordsOf } from "./draft.ts";

const draft: Draft = {
  ...{ text: "hola @Tom", chosen: [{ userId: "tom", word: "@Tom" }], replyTo: "a" },
  edit: { id: "b", text: "adios", chosen: [] },
};

test("is the same after a reload; nothing is kept of an empty one", () => {
  expect(readDraft(storeDraft(draft))).toEqual(draft);
  expect(storeDraft(EMPTY_DRAFT)).toBeNull();
  expect(storeDraft({ ...EMPTY_DRAFT, replyTo: "a" })).not.toBeNull();
});

test.each([null, "{", '"hola"', '{"text":4}', "[]"])("storage that holds %s is an empty draft", (stored) => {
  expect(readDraft(stored)).toEqual(EMPTY_DRAFT);
});

test("while a line is changed, what was being written waits", () => {
  expect(wordsOf(draft).text).toBe("adios");
  const changed = withWords(draft, { text: "tres" });
  expect(changed).toMatchObject({ text: "hola @Tom", edit: { text: "tres" } });
  expect(wordsOf({ ...changed, edit: null }).text).toBe("hola @Tom");
});
