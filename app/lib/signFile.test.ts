import { expect, test } from "vitest";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { createSignFile, SIGNED_URL_TTL_SECONDS } from "./signFile.ts";

const SUPABASE = "https://abc.supabase.co";

function scene(answer: Result<unknown>) {
  const asked: unknown[] = [];
  const sign = createSignFile(
    {
      post: async (path, body) => {
        asked.push([path, body]);
        return answer;
      },
    },
    SUPABASE,
  );
  return { sign, asked };
}
const signed = ok({ signedURL: "/object/sign/files/c/f?token=t" });

test("asks as the caller for a minute, and leads to Storage, to be shown or downloaded under its name", async () => {
  const { sign, asked } = scene(signed);
  expect(await sign("c/f", null)).toEqual(ok(`${SUPABASE}/storage/v1/object/sign/files/c/f?token=t`));
  const named = await sign("c/f", 'تقرير "1" & 2.pdf');
  expect(named.ok && new URL(named.value).searchParams.get("download")).toBe('تقرير "1" & 2.pdf');
  expect(asked[0]).toEqual(["/storage/v1/object/sign/files/c/f", { expiresIn: SIGNED_URL_TTL_SECONDS }]);
});

test.each([
  ["request/invalid", "file/not-found"],
  ["request/not-found", "file/not-found"],
  ["request/not-allowed", "file/not-found"],
  ["network/timeout", "network/timeout"],
  ["request/sign-in-needed", "request/sign-in-needed"],
] as const)("%s of Storage is %s", async (said, told) => {
  const { sign } = scene(fail(said satisfies ErrorCode));
  expect(await sign("c/f", null)).toMatchObject({ error: { code: told } });
});

test.each([[{ signedURL: "https://evil.example/object/sign/" }], [{ signedURL: "//evil.example" }], [{}], [null]])(
  "an answer that is no address of Storage is a bug: %j",
  async (answer) => {
    const { sign } = scene(ok(answer));
    expect(await sign("c/f", null)).toMatchObject({ error: { code: "bug/unexpected" } });
  },
);
