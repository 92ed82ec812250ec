/** The target that the other contract tests use. */
import { describe, expect, test } from "vitest";
import { SCHEMA_RELOAD, targetForFile } from "./target.ts";

const target = targetForFile({
  // Parley admits calls of functions only.
  sql: `
    create function public.contract_target() returns int language sql set search_path = '' as 'select 1';
    grant execute on function public.contract_target() to anon, authenticated;`,
  cleanup: "drop function if exists public.contract_target()",
  parley: true,
});

describe("the target", () => {
  test("exposes the test's SQL and Parley's migrations", async () => {
    const { client } = await target().guest();
    await expect.poll(async () => (await client.rpc("contract_target")).error, SCHEMA_RELOAD).toBeNull();
    expect((await client.rpc("read_profile")).error).toBeNull();
  });

  test("reads emails if there is a reader", async ({ skip }) => {
    const { emails, client } = target();
    if (emails === null) return skip("No PARLEY_SUPABASE_MAIL_URL.");
    const email = `target-${crypto.randomUUID()}@example.com`;
    await client().auth.signInWithOtp({ email });
    await expect.poll(async () => (await emails(email)).length).toBe(1);
    expect((await emails(email))[0]).toMatchObject({
      code: expect.stringMatching(/^\d{6}$/u),
      link: expect.stringContaining("token"),
    });
  });
});
