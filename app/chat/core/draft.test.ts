import { describe, expect, test } from "vitest";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import {
  activeText,
  afterSending,
  type Draft,
  EMPTY_DRAFT,
  persistedDraft,
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

function store() {
  const storage = fakeStorage();
  return { storage, ...persistedDraft(() => storage, "draft") };
}

describe("persistedDraft", () => {
  test("returns the draft that was written", () => {
    const { storage, read, write } = store();
    write(draft);
    expect(read()).toEqual(draft);
    write(withReply(draft, "c"));
    expect(storage.values.get("draft")).toContain("adios");
    write({ ...EMPTY_DRAFT, replyTo: "a" });
    expect(storage.values.size).toBe(1);
  });

  test("stores no empty draft", () => {
    const { storage, write } = store();
    write(draft);
    write(EMPTY_DRAFT);
    expect(storage.values.size).toBe(0);
  });

  test.each([null, "{", '"hola"', '{"text":4}', "[]"])("returns null for the stored value %s", (value) => {
    const { storage, read } = store();
    if (value !== null) storage.values.set("draft", value);
    expect(read()).toBeNull();
  });
});

describe("draft", () => {
  test("keeps the new line while another is edited", () => {
    expect(activeText(draft).text).toBe("adios");
    const changed = withText(draft, { text: "tres" });
    expect(changed).toMatchObject({ text: "hola @Tom", edit: { text: "tres" } });
    expect(activeText({ ...changed, edit: null }).text).toBe("hola @Tom");
  });

  test("keeps unfinished edits until they are sent or discarded", () => {
    const first = { text: "adiós", chosen: [] };
    const answering = withReply(draft, "c");
    expect(answering).toMatchObject({ replyTo: "c", edit: null, text: "hola @Tom" });
    const other = withEdit(answering, "d", { text: "uno", chosen: [] });
    expect(activeText(other).text).toBe("uno");
    const restored = withEdit(other, "b", first);
    expect(activeText(restored).text).toBe("adios");
    // An edit without changes is not stored.
    expect(withoutEdit(restored).left).toEqual({ b: { text: "adios", chosen: [], language: null } });
    expect(activeText(withEdit(restored, "b", first)).text).toBe("adios");
    expect(activeText(withEdit(withReply(restored, "c"), "b", { text: "refused", chosen: [] }, true)).text).toBe(
      "refused",
    );
    const sent = afterSending(restored);
    expect(sent).toMatchObject({ text: "hola @Tom", edit: null, left: {} });
    expect(activeText(withEdit(sent, "b", first)).text).toBe("adiós");
    const posted = afterSending(withReply(restored, "c"));
    expect(posted).toEqual({ ...EMPTY_DRAFT, left: { b: { text: "adios", chosen: [], language: null } } });
  });

  test("resets a chosen language with the text", () => {
    const chosen = withText(EMPTY_DRAFT, { text: "ok", language: "en" });
    expect(activeText(chosen).language).toBe("en");
    expect(activeText(withText(chosen, { text: "ok, " })).language).toBe("en");
    expect(activeText(withText(chosen, { text: "" })).language).toBeNull();
    expect(afterSending(chosen)).toEqual(EMPTY_DRAFT);
  });
});
