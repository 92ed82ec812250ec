import { expect, test } from "vitest";
import type { LinkedConfirmation } from "#contracts/confirmations.ts";
import { fail, ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { readLinkPage, stopEmails } from "./readLinkPage.server.ts";

const TOKEN = "0".repeat(64);
const linkedWith = (more: Partial<LinkedConfirmation> = {}): LinkedConfirmation => ({
  ...{
    line_id: "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01",
    revision: 1,
    kind: "decision",
    title: "Trip",
    host_name: "Tom",
  },
  ...{
    said_at: "2026-04-14T16:07:00+00:00",
    time_zone: null,
    author: "Inés",
    writer: null,
    text: "A las ocho",
    language: "es",
  },
  ...{ reads: "fr", translation: null, answer: null, words: null, emails: true },
  ...more,
});

async function read(query: string, more: Partial<LinkedConfirmation> = {}) {
  const rpc = fakeRpc({ confirmation_by_link: () => ok(linkedWith(more)) });
  return (await readLinkPage({ rpc }, { token: TOKEN }, new Request(`https://a.example/confirm/x${query}`))).view;
}

test("shows an answer that is stored, and claims none", async () => {
  expect((await read("?sent=1")).linked?.sent).toBe(false);
  expect((await read("?language=fr")).linked?.sent).toBe(false);
  expect((await read("?language=fr", { answer: "understood" })).linked?.sent).toBe(true);
  // The answer is being changed: with a choice, and before it.
  for (const answer of ["unclear", ""]) {
    const { linked } = await read(`?answer=${answer}`, { answer: "understood" });
    expect([linked?.sent, linked?.choice]).toEqual([false, answer || null]);
  }
});

test("tells whether emails are on", async () => {
  expect((await read("")).emails).toBe(true);
  expect((await read("", { emails: false })).emails).toBe(false);
});

test("stops emails of a known link only", async () => {
  const rpc = fakeRpc({
    stop_confirmation_emails: ({ p_token }) => (p_token === TOKEN ? ok(null) : fail("confirmation/link-refused")),
  });
  expect(await stopEmails({ rpc }, { token: TOKEN })).toBeNull();
  for (const token of ["f".repeat(64), "1", undefined])
    expect(await stopEmails({ rpc }, { token })).toBe("confirmation/link-refused");
});
