/** The transcript during and after a call, written by real clients and translated by the real Apertium. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openAccount, signIn } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc, createCallFixture, postCaption, readAs, translate, withAdminSql } from "../support/callFixture.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { expectJoined, text } from "../support/userActions.ts";

const row = (page: Page, id: string) => page.locator(`#line-${id}`);
const openTools = async (page: Page, id: string) =>
  row(page, id)
    .getByRole("button", { name: await text(page, "transcript.tools") })
    .click();

test.describe("transcript", () => {
  test("shows and searches lines in two languages", async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    const bus = await postCaption(ines, callId, "El autobús sale mañana");
    const school = await postCaption(ines, callId, "La escuela es grande");
    const written = randomUUID();
    await callRpc(tom.client, "post_line", {
      p_line_id: written,
      p_call_id: callId,
      p_language: "en",
      p_text: "I bring the <b>bread</b>",
    });
    await translate(ines, [bus, school, written]);
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    await expect(page).toHaveTitle("Spring trip · Parley");
    await page.getByLabel("Language", { exact: true }).selectOption("en");
    await page.getByLabel("Second language").selectOption("es");
    await expect(row(page, bus).locator("[lang=es]")).toHaveText("El autobús sale mañana");
    await expect(row(page, bus).locator("[lang=en]")).toContainText(/bus/iu);
    await expect(row(page, written)).toContainText("I bring the <b>bread</b>");
    await expect(row(page, written)).toContainText("Chat");
    await expect(page).toHaveURL(/left=en&right=es/u);

    const search = page.getByRole("searchbox");
    await search.fill("AUTOBUS");
    await expect(page.getByRole("search")).toContainText("1 line");
    await expect.poll(() => page.evaluate(() => CSS.highlights.get("found")?.size)).toBe(1);
    // Safari sends the Enter that ends a composition after it.
    await search.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true });
    await expect(row(page, bus)).toHaveAttribute("data-current", "false");
    await search.press("Enter");
    await expect(row(page, bus)).toHaveAttribute("data-current", "true");
    // In a language that no column shows.
    await page.getByLabel("Second language").selectOption("none");
    await expect(row(page, bus)).toContainText("Found in Spanish");
    await search.fill("nobody said this");
    await expect(page.getByRole("search")).toContainText("No lines");
    // The original is one click away.
    await row(page, school).getByText("from Spanish").click();
    await expect(row(page, school).getByText("La escuela es grande")).toBeVisible();
  });

  test("orders lines by speech and shows silences", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    // The call starts before its lines.
    await withAdminSql(
      app,
      (sql) => sql`update public.calls set started_at = now() - interval '1 hour' where id = ${callId}`,
    );
    const later = await postCaption(ines, callId, "Segundo");
    const first = await postCaption(ines, callId, "Primero", "es", 250_000);
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    await expect(page.locator(".part-of-lines > li[id]").first()).toHaveAttribute("id", `line-${first}`);
    await expect(row(page, later)).toBeVisible();
    await expect(page.getByText("4 minutes of silence")).toBeVisible();
  });

  test("a correction retranslates, keeps history and offers the term", async ({ app, person }) => {
    const { ines, tom, callId, meetingId, path } = await createCallFixture(app);
    const id = await postCaption(ines, callId, "El autobús sale mañana");
    await translate(ines, [id]);
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, `${path}?left=en&right=es`);
    await expect(row(page, id).locator("[lang=en]")).toContainText(/bus/iu);
    await openTools(page, id);
    await button(page, "Correct").click();
    const field = page.getByLabel("Correct this line (Spanish)");
    await field.fill("El barco sale mañana");
    await button(page, "Save correction").click();
    await expect(row(page, id).locator("[lang=es]").first()).toHaveText("El barco sale mañana");
    await expect(row(page, id)).toContainText("Corrected by Tom");
    await expect(row(page, id).locator("[data-words][lang=en]")).toContainText(/boat|ship/iu, { timeout: 20_000 });
    await expect(row(page, id).getByRole("heading", { name: "Add to glossary?" })).toBeVisible();
    await button(page, "Add barco").click();
    await expect(row(page, id)).toContainText("Proposed for the glossary: barco");
    const proposed = await callRpc<{ term: string; note: string }[]>(tom.client, "proposed_terms", {
      p_meeting_id: meetingId,
    });
    expect(proposed.map(({ term, note }) => [term, note])).toEqual([["barco", "Recognised as “autobús”"]]);
    await button(page, "Earlier versions").click();
    await expect(row(page, id).getByRole("listitem")).toContainText([
      /El barco sale mañana\s*Tom/u,
      /El autobús sale mañana\s*Speech recognition/u,
    ]);
  });

  test("reports a concurrent correction; the last one wins", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    const id = await postCaption(ines, callId, "El autobús sale mañana");
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    await openTools(page, id);
    await button(page, "Correct").click();
    await page.getByLabel("Correct this line (Spanish)").fill("El barco sale mañana");
    await callRpc(ines.client, "correct_line", { p_line_id: id, p_revision: 1, p_text: "El tren sale mañana" });
    await button(page, "Save correction").click();
    await expect(row(page, id)).toContainText("Inés corrected this line while you were typing.");
    await expect(row(page, id).locator("[lang=es]").first()).toHaveText("El barco sale mañana");
    const all = await callRpc<{ text: string }[]>(ines.client, "corrections", { p_line_id: id });
    expect(all.map((line) => line.text)).toEqual([
      "El autobús sale mañana",
      "El tren sale mañana",
      "El barco sale mañana",
    ]);
  });

  test("a rejected correction keeps its text", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    const id = await postCaption(ines, callId, "Hola");
    const someone = await person({ locale: "en" });
    someone.allowConsoleError(/status of 400/u);
    const { page } = someone;
    await readAs(page, tom, path);
    await openTools(page, id);
    await button(page, "Correct").click();
    const field = page.getByLabel("Correct this line (Spanish)");
    await field.fill("x".repeat(501));
    await field.press("Enter");
    await expect(row(page, id).getByRole("alert")).toBeVisible();
    await expect(field).toHaveValue("x".repeat(501));
    await field.press("Escape");
    await expect(field).toBeHidden();
  });

  test("a task is assigned, done, listed and removed", async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    const id = await postCaption(ines, callId, "Llamo al museo");
    const other = await postCaption(ines, callId, "Gracias");
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    const marked = page.getByRole("region", { name: "Marked" });
    await expect(marked).toContainText("No marked lines yet.");
    await openTools(page, id);
    await button(page, "Task").click();
    const saving = Promise.withResolvers<void>();
    await page.route("**/rpc/mark_line", (route) => saving.promise.then(() => route.continue()));
    await page.getByLabel("Owner of the task").selectOption("Inés");
    // The second change keeps the first, which is still being saved.
    await button(page, "Done").click();
    saving.resolve();
    await expect(marked.getByRole("listitem")).toContainText(["Task, Inés · Done"]);
    await button(page, "Marked lines only").click();
    await expect(row(page, other)).toBeHidden();
    await expect(row(page, id)).toBeVisible();
    await page.reload();
    await waitForHydration(page);
    await marked.getByRole("link").click();
    await expect(row(page, id)).toBeFocused();
    await openTools(page, id);
    await expect(button(page, "Task")).toHaveAttribute("aria-pressed", "true");
    await button(page, "Question").click();
    await expect(row(page, id).getByText("Question", { exact: true })).toHaveCount(2);
    await button(page, "Question").click();
    await expect(marked).toContainText("No marked lines yet.");
  });

  test("a running call offers new lines", async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    await expect(page.getByRole("heading", { name: "No lines" })).toBeVisible();
    await expect(page.getByText("In progress")).toBeVisible();
    const id = await postCaption(ines, callId, "Buenas tardes");
    await button(page, "Newer lines").click();
    await expect(row(page, id)).toContainText("Buenas tardes");
    await button(page, "Newer lines").click();
    await expect(page.getByText("There are no newer lines.")).toBeVisible();
  });

  test("rejects strangers, former guests and mismatched URLs", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, path, meetingId, code } = await createCallFixture(app);
    await postCaption(ines, callId, "Secreto de la clase");
    // A guest joins through the pre-join page, at once, because no page keeps this call alive.
    const guest = await person({ locale: "en" });
    guest.allowConsoleError(/status of 40\d|status of 410/u);
    await guest.page.goto(`/m/${code}`);
    await guest.page.getByLabel("Your name", { exact: true }).fill("Gus");
    await button(guest.page, "Join now").click();
    await expectJoined(guest);

    const stranger = await person({ locale: "en" });
    stranger.allowConsoleError(/status of 40\d|status of 410/u);
    const { page } = stranger;
    await page.goto(path);
    await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
    await signIn(page, await openAccount(app, "eve"));
    for (const address of [path, `${path}/export?format=json`, `/meetings/${meetingId}`]) {
      await page.goto(address);
      await expect(page.locator("body")).not.toContainText("Secreto");
    }
    await page.goto(path);
    await expect(page.getByRole("alert")).toBeVisible();

    await guest.page.goto(path);
    await expect(guest.page.getByText("Secreto de la clase")).toBeVisible();
    await callRpc(ines.client, "end_meeting", { p_meeting_id: meetingId });
    await guest.page.goto(path);
    await expect(guest.page.getByRole("alert")).toBeVisible();
    await expect(guest.page.locator("body")).not.toContainText("Secreto");

    const member = await person({ locale: "en" });
    member.allowConsoleError(/status of 404/u);
    await readAs(member.page, tom, `/meetings/${randomUUID()}/calls/${callId}`);
    await expect(member.page.getByRole("alert")).toBeVisible();
    await member.page.goto("/meetings/nonsense/calls/nonsense");
    await expect(member.page.getByRole("alert")).toBeVisible();
  });

  test("opens from home with a choice of calls", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, meetingId } = await createCallFixture(app);
    const id = await postCaption(ines, callId, "Hasta luego");
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, "/home");
    const open = () => page.getByRole("main").getByRole("link", { name: "Spring trip", exact: true }).click();
    await open();
    await expect(page.getByRole("link", { name: "Enter" })).toHaveAttribute("href", /^\/m\//u);
    await expect(button(page, "Copy link")).toBeVisible();
    await page.getByRole("link", { name: "Transcript", exact: true }).click();
    await expect(row(page, id)).toBeVisible();
    const earlier = randomUUID();
    await withAdminSql(app, async (sql) => {
      await sql`
        insert into public.calls (id, meeting_id, started_at, ended_at)
        values (${earlier}, ${meetingId}, '2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z')`;
      await sql`insert into public.attendance (call_id, user_id) values (${earlier}, ${tom.id})`;
    });
    await page.goto("/home");
    await open();
    await expect(page.getByRole("heading", { name: "Spring trip", level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
    const old = page.getByRole("main").getByRole("listitem").last();
    await expect(old).toContainText(/January 1, 2026/u);
    await expect(old).toContainText("1 h 0 min");
    await expect(page.getByRole("link", { name: "Open glossary" })).toBeHidden();
    await old.getByRole("link", { name: "Transcript" }).click();
    await expect(page.getByRole("heading", { name: "No lines" })).toBeVisible();

    const member = await person({ locale: "en" });
    await readAs(member.page, ines, `/meetings/${meetingId}`);
    await member.page.getByRole("link", { name: "Open glossary" }).click();
    await expect(member.page.getByRole("heading", { name: "No terms yet" })).toBeVisible();
  });

  test("is offered after leaving to accounts, from their entry on", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, callId, code } = await createCallFixture(app);
    const earlier = await postCaption(ines, callId, "Antes de Eve");
    const eve = await person({ locale: "en" });
    const { page } = eve;
    await signIn(page, await openAccount(app, "eve"));
    await page.goto(`/m/${code}`);
    await page.getByLabel("Your name", { exact: true }).fill("Eve");
    await button(page, "Join now").click();
    await expectJoined(eve);
    const id = await postCaption(ines, callId, "Hasta mañana");
    await button(page, "Leave").click();
    await page.getByRole("link", { name: "See the recap" }).click();
    await page.getByRole("link", { name: "Transcript", exact: true }).click();
    await expect(row(page, id)).toContainText("Hasta mañana");
    await expect(row(page, earlier)).toHaveCount(0);
    await expect(page.getByText("You see the parts of the call that you attended.")).toBeVisible();
  });

  for (const locale of CHECKED_LOCALES)
    test(`passes axe and fits in ${locale}`, async ({ app, person }) => {
      const { ines, tom, callId, path } = await createCallFixture(app);
      const id = await postCaption(ines, callId, "El autobús sale mañana");
      await postCaption(ines, callId, "مرحبا بالجميع", "ar");
      await callRpc(tom.client, "mark_line", { p_line_id: id, p_kind: "question" });
      await callRpc(tom.client, "correct_line", { p_line_id: id, p_revision: 1, p_text: "El barco sale mañana" });
      const { page } = await person({ locale });
      await readAs(page, tom, path);
      await openTools(page, id);
      await button(page, await text(page, "transcript.history")).click();
      await expectAccessible(page, "transcript");
      await button(page, await text(page, "transcript.correct")).click();
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
      await expectAccessible(page, "transcript, correcting");
    });
});
