/** A transcript in a language that nobody in the call read, translated by the real Apertium. */
import { randomUUID } from "node:crypto";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { openAccount } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import {
  type CallFixture,
  callRpc,
  createCallFixture,
  endCall,
  postCaption,
  readAs,
  translate,
  translationsInto,
  withAdminSql,
} from "../support/callFixture.ts";
import { checkedVariants, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

/** Camille is a member of the meeting's workspace, reads French, and never joined. */
async function camille(app: App, { meetingId }: CallFixture) {
  const account = await openAccount(app, "camille");
  await callRpc(account.client, "update_profile", { p_reads: "fr", p_speaks: "fr" });
  const { data } = await account.client.auth.getUser();
  await withAdminSql(
    app,
    (sql) => sql`
      insert into public.workspace_members (workspace_id, user_id, role)
      select workspace_id, ${data.user?.id ?? ""}, 'member' from public.meetings where id = ${meetingId}`,
  );
  return account;
}

/** Inserts a conversation that would take an hour to speak. */
const talk = (app: App, { callId, meetingId, ines }: CallFixture, count: number) =>
  withAdminSql(app, async (sql) => {
    await sql`
      insert into public.lines
        (id, meeting_id, call_id, seq, changed, author, kind, language, text, spoken_at, spoken_ms)
      select
        gen_random_uuid(), id, ${callId}, seq + n, seq + n, ${ines.id}, 'speech', 'es', 'La casa es grande.',
        now() + n * interval '1 second', 900
      from public.meetings cross join generate_series(1, ${count}::int) as n
      where id = ${meetingId}`;
    await sql`update public.meetings set seq = seq + ${count} where id = ${meetingId}`;
  });

test.describe("a member who never joined", () => {
  test("reads, corrects and proposes a term in French", async ({ app, person }) => {
    const held = await createCallFixture(app);
    const { ines, tom, callId, path, meetingId } = held;
    const house = await postCaption(ines, callId, "La casa es grande.");
    await translate(ines, [house]);
    const map = randomUUID();
    await callRpc(tom.client, "post_line", {
      p_line_id: map,
      p_call_id: callId,
      p_language: "en",
      p_text: "I have the map.",
    });
    const dog = await postCaption(ines, callId, "El perro blanco come.");
    await endCall(app, held);
    await callRpc(ines.client, "end_meeting", { p_meeting_id: meetingId });

    const member = await camille(app, held);
    const { page } = await person({ locale: "en" });
    await readAs(page, member, path);
    await expect(page.getByLabel("Language", { exact: true })).toHaveValue("fr");
    const words = (id: string) => page.locator(`#line-${id} [data-words][lang=fr]`);
    await expect(words(house)).toHaveText("La maison est grande.");
    await expect(words(map)).toHaveText("J'ai la carte.");
    await expect(words(dog)).toHaveText("Le chien blanc mange.");
    await expect(page.locator(`#line-${map} [data-words][lang=en]`)).toHaveText("I have the map.");
    await expect(page.getByRole("button", { name: /^Translate the rest/u })).toHaveCount(0);
    // The translation is stored for all readers.
    expect(await translationsInto(tom.client, callId, "fr")).toContainEqual({ line_id: map, text: "J'ai la carte." });

    const row = page.locator(`#line-${dog}`);
    await row.getByRole("button", { name: "Mark or correct" }).click();
    await button(page, "Correct").click();
    await page.getByLabel("Correct this line (Spanish)").fill("El gato blanco come.");
    await button(page, "Save correction").click();
    await expect(words(dog)).toHaveText("Le chat blanc mange.");
    await button(page, "Add gato").click();
    await expect(row).toContainText("Proposed for the glossary: gato");
  });

  test("gets visible lines first, the rest on request", async ({ app, person }) => {
    const held = await createCallFixture(app);
    await talk(app, held, 130);
    await endCall(app, held);
    const member = await camille(app, held);
    const { page } = await person({ locale: "en" });
    await readAs(page, member, held.path);
    const french = page.locator("[data-words][lang=fr]");
    await expect(french.first()).toHaveText("La maison est grande.");
    const rest = page.getByRole("button", { name: /^Translate the rest \(\d+ lines\)$/u });
    await expect(rest).toBeVisible();
    expect((await translationsInto(held.ines.client, held.callId, "fr")).length).toBeLessThan(60);
    await expectAccessible(page, "a transcript that is not translated yet");
    await rest.click();
    await expect(page.getByText("All lines that can be translated are translated.")).toBeVisible();
    await expect(french).toHaveCount(130);
    await expect(rest).toHaveCount(0);
  });

  test("sees the quota and unsupported languages", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const held = await createCallFixture(app);
    const id = await postCaption(held.ines, held.callId, "La casa es grande.");
    const member = await camille(app, held);
    const { page } = await person({ locale: "en" });
    await withAdminSql(
      app,
      (sql) => sql`
        insert into public.usage (day, kind, scope, subject, amount)
        values (
          (now() at time zone 'utc')::date, 'translate', 'meeting', ${held.meetingId}, ${SERVER_LIMITS.translateQuota.meeting}
        )`,
    );
    await readAs(page, member, held.path);
    await expect(page.getByText("Translation limit reached.", { exact: false })).toBeVisible();
    const row = page.locator(`#line-${id}`);
    await expect(row).toContainText("La casa es grande.");
    await expect(row).toContainText("In Spanish, not translated");
    await withAdminSql(app, (sql) => sql`delete from public.usage where subject = ${held.meetingId}`);
    await button(page, "Try again").click();
    await expect(row.locator("[data-words][lang=fr]")).toHaveText("La maison est grande.");

    await page.getByLabel("Language", { exact: true }).selectOption("km");
    await expect(row).toContainText("In Spanish, which cannot be translated into this language yet");
  });
});

for (const [locale, width] of checkedVariants([
  ["ar", 360],
  ["ar", 1440],
  ["es", 360],
] as const))
  test(`missing translations are shown and fit in ${locale} at ${width}`, async ({ app, person }) => {
    const held = await createCallFixture(app);
    await talk(app, held, 80);
    const member = await camille(app, held);
    const { page } = await person({ locale });
    await page.setViewportSize({ width, height: 800 });
    await readAs(page, member, held.path);
    await expect(page.locator("[data-words][lang=fr]").first()).toBeVisible();
    await expect(page.getByRole("button", { name: /\(.*\d+.*\)$/u })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page, "a transcript with something missing");
  });
