import { expect, test } from "vitest";
import {
  activeText,
  afterSending,
  type Draft,
  EMPTY_DRAFT,
  parseDraft,
  serializeDraft,
  withEdit,
  withoutEdit,
  withReply,
  withText,
} from "./draft.ts";

const draft: Draft = {
  ...EMPTY_DRAFT,
  ...{ text: "hola @Tom", chosen: [{ userId: "tom", word: "@Tom" }], language: "es", replyTo: "a" },
  edit: { id: "b", was: "adiós", text: "adios", chosen: [], language: null },
};

test("is the same after a reload; nothing is kept of an empty one", () => {
  expect(parseDraft(serializeDraft(draft))).toEqual(draft);
  expect(serializeDraft(EMPTY_DRAFT)).toBeNull();
  expect(serializeDraft({ ...EMPTY_DRAFT, replyTo: "a" })).not.toBeNull();
  expect(serializeDraft(withReply(draft, "c"))).toContain("adios");
});

test.each([null, "{", '"hola"', '{"text":4}', "[]"])("storage that holds %s is an empty draft", (stored) => {
  expect(parseDraft(stored)).toEqual(EMPTY_DRAFT);
});

test("while a line is changed, what was being written waits", () => {
  expect(activeText(draft).text).toBe("adios");
  const changed = withText(draft, { text: "tres" });
  expect(changed).toMatchObject({ text: "hola @Tom", edit: { text: "tres" } });
  expect(activeText({ ...changed, edit: null }).text).toBe("hola @Tom");
});

test("other words for a line stay with it when another is answered or changed, until they are sent or given up", () => {
  const first = { text: "adiós", chosen: [] };
  const answering = withReply(draft, "c");
  expect(answering).toMatchObject({ replyTo: "c", edit: null, text: "hola @Tom" });
  const other = withEdit(answering, "d", { text: "uno", chosen: [] });
  expect(activeText(other).text).toBe("uno");
  const back = withEdit(other, "b", first);
  expect(activeText(back).text).toBe("adios");
  // Only what was changed stays.
  expect(withoutEdit(back).left).toEqual({ b: { text: "adios", chosen: [], language: null } });
  expect(activeText(withEdit(back, "b", first)).text).toBe("adios");
  expect(activeText(withEdit(withReply(back, "c"), "b", { text: "refused", chosen: [] }, true)).text).toBe("refused");
  const sent = afterSending(back);
  expect(sent).toMatchObject({ text: "hola @Tom", edit: null, left: {} });
  expect(activeText(withEdit(sent, "b", first)).text).toBe("adiós");
  const posted = afterSending(withReply(back, "c"));
  expect(posted).toEqual({ ...EMPTY_DRAFT, left: { b: { text: "adios", chosen: [], language: null } } });
});

test("a language that its writer says is that line's alone, and gone with its words", () => {
  const said = withText(EMPTY_DRAFT, { text: "ok", language: "en" });
  expect(activeText(said).language).toBe("en");
  expect(activeText(withText(said, { text: "ok, " })).language).toBe("en");
  expect(activeText(withText(said, { text: "" })).language).toBeNull();
  expect(afterSending(said)).toEqual(EMPTY_DRAFT);
});
