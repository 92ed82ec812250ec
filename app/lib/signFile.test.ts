import { expect, test } from "vitest";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { createSignFile, SIGNED_URL_TTL_SECONDS } from "./signFile.ts";

const SUPABASE = "https://abc.supabase.co";

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
const signed = ok({ signedURL: "/object/sign/files/c/f?token=t" });

test("signs for a minute, with an optional download name", async () => {
  const { sign, requests } = setup(signed);
  expect(await sign("c/f", null)).toEqual(ok(`${SUPABASE}/storage/v1/object/sign/files/c/f?token=t`));
  const named = await sign("c/f", 'تقرير "1" & 2.pdf');
  expect(named.ok && new URL(named.value).searchParams.get("download")).toBe('تقرير "1" & 2.pdf');
  expect(requests[0]).toEqual(["/storage/v1/object/sign/files/c/f", { expiresIn: SIGNED_URL_TTL_SECONDS }]);
});

test.each([
  ["request/invalid", "file/not-found"],
  ["request/not-found", "file/not-found"],
  ["request/not-allowed", "file/not-found"],
  ["network/timeout", "network/timeout"],
  ["request/sign-in-needed", "request/sign-in-needed"],
] as const)("maps %s of Storage to %s", async (storageCode, code) => {
  const { sign } = setup(fail(storageCode satisfies ErrorCode));
  expect(await sign("c/f", null)).toMatchObject({ error: { code } });
});

test.each([[{ signedURL: "https://evil.example/object/sign/" }], [{ signedURL: "//evil.example" }], [{}], [null]])(
  "rejects an address outside Storage: %j",
  async (response) => {
    const { sign } = setup(ok(response));
    expect(await sign("c/f", null)).toMatchObject({ error: { code: "bug/unexpected" } });
  },
);
