import { expect, test } from "vitest";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { createSignFile } from "./signFile.ts";

const SUPABASE = "https://abc.supabase.co";
const ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";

function setup(response: Result<unknown>) {
  const requests: unknown[] = [];
  const sign = createSignFile(
    {
      post: async (path, body) => {
        requests.push([path, body]);
        return response;
      },
    },
    SUPABASE,
  );
  return { sign, requests };
}
const file = { id: ID, name: 'تقرير "1" & 2.pdf', type: "application/pdf", address: "/object/sign/files/c/f?token=t" };

test("downloads under the name", async () => {
  const { sign, requests } = setup(ok([file]));
  const address = await sign(ID, false);
  expect(address.ok && new URL(address.value).searchParams.get("download")).toBe(file.name);
  expect(requests).toEqual([["/functions/v1/files", { sign: [ID] }]]);
});

test.each([
  ["image/png", true],
  ["video/mp4", true],
  ["audio/ogg", true],
  ["application/octet-stream", false],
  ["text/plain", false],
  ["image/svg+xml", false],
])("shows %s in a page: %s", async (type, inline) => {
  const { sign } = setup(ok([{ ...file, type }]));
  const address = await sign(ID, true);
  expect(address.ok && new URL(address.value).searchParams.has("download")).toBe(!inline);
});

test.each([
  ["request/invalid", "file/not-found"],
  ["network/timeout", "network/timeout"],
  ["request/sign-in-needed", "request/sign-in-needed"],
] as const)("maps %s of the function to %s", async (given, code) => {
  const { sign } = setup(fail(given satisfies ErrorCode));
  expect(await sign(ID, false)).toMatchObject({ error: { code } });
});

test("finds no file that the caller may not read", async () => {
  const { sign } = setup(ok([]));
  expect(await sign(ID, false)).toMatchObject({ error: { code: "file/not-found" } });
});

test.each(["https://evil.example/object/sign/", "//evil.example", undefined])(
  "rejects an address outside Storage: %j",
  async (address) => {
    const { sign } = setup(ok([{ ...file, address }]));
    expect(await sign(ID, false)).toMatchObject({ error: { code: "bug/unexpected" } });
  },
);
