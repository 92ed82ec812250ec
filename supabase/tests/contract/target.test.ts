/** The target itself: what the other contract tests lean on. */
import { expect, test } from "vitest";
import { targetForFile } from "./target.ts";

const target = targetForFile({
  sql: "create table public.contract_target (id int primary key); grant select on public.contract_target to anon, authenticated;",
  undo: "drop table if exists public.contract_target",
  parley: true,
});

test("the file's SQL stands beside Parley's own migrations, and the REST API sees both", async () => {
  const { client } = await target().guest();
  await expect.poll(async () => (await client.from("contract_target").select()).error).toBeNull();
  expect((await client.from("meetings").select("id")).error).toBeNull();
});

test("a mail can be read where somebody can read mails", async ({ skip }) => {
  const { mails, client } = target();
  if (mails === null) return skip("No PARLEY_SUPABASE_MAIL_URL.");
  const email = `target-${crypto.randomUUID()}@example.com`;
  await client().auth.signInWithOtp({ email });
  await expect.poll(async () => (await mails(email)).length).toBe(1);
  expect((await mails(email))[0]).toMatchObject({
    code: expect.stringMatching(/^\d{6}$/u),
    link: expect.stringContaining("token"),
  });
});
