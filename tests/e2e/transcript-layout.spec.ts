/** The transcript on a phone and with a mouse: its row of tools, joined lines, times of the call. */
import type { Locator, Page } from "@playwright/test";
import {
  callRpc,
  createCallFixture,
  endCall,
  postCaption,
  readAs,
  translate,
  withAdminSql,
} from "../support/callFixture.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

const row = (page: Page, id: string) => page.locator(`#line-${id}`);

test.describe("transcript layout", () => {
  test("begins in the first screen of a phone", async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app, "Parents’ evening, class 4B");
    const id = await postCaption(ines, callId, "El autobús sale mañana");
    await callRpc(tom.client, "mark_line", { p_line_id: id, p_kind: "decision" });
    await translate(ines, [id]);
    const { page } = await person({ locale: "en", viewport: { width: 360, height: 740 }, touch: true });
    await readAs(page, tom, path);
    const boxOf = async (target: Locator) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error("not visible");
      return { ...box, bottom: box.y + box.height };
    };
    const bar = await boxOf(page.getByRole("navigation", { name: "Main" }).last());
    expect((await boxOf(row(page, id))).bottom).toBeLessThan(bar.y);
    const tools = [
      page.getByRole("searchbox"),
      page.getByLabel("Language", { exact: true }),
      page.getByLabel("Second language"),
      button(page, "Marked lines only"),
    ];
    const boxes = await Promise.all(tools.map(boxOf));
    expect(boxes.map(({ height }) => height)).toEqual([44, 44, 44, 44]);
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
    expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(44);
    // A finger cannot hover.
    await expect(row(page, id).getByRole("button", { name: "Mark or correct" })).toHaveCSS("opacity", "1");
    // The search takes the row while it is used.
    await tools[0]?.focus();
    expect((await boxOf(page.getByRole("searchbox"))).width).toBeGreaterThan(300);
    await expect(page.getByLabel("Second language")).toBeHidden();
  });

  test("lets the host share the whole call on a phone", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const call = await createCallFixture(app);
    const id = await postCaption(call.ines, call.callId, "El autobús sale mañana");
    await endCall(app, call);
    await withAdminSql(app, (sql) => sql`update public.attendance set stays = '{}' where user_id = ${call.tom.id}`);
    const { page } = await person({ locale: "en" });
    await readAs(page, call.tom, call.path);
    await expect(page.getByText("You see the parts of the call that you attended.")).toBeVisible();
    await expect(row(page, id)).toHaveCount(0);
    const { page: phone } = await person({ locale: "en", viewport: { width: 360, height: 740 }, touch: true });
    await readAs(phone, call.ines, call.path);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await button(phone, "Share the whole call").click();
    await expect(phone.getByText("The whole call is shared with everyone who attended.")).toBeVisible();
    await page.reload();
    await expect(row(page, id)).toBeVisible();
  });

  test("joins lines of one speaker and leads to a time", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app);
    await withAdminSql(
      app,
      (sql) => sql`update public.calls set started_at = now() - interval '7 minutes 30 seconds' where id = ${callId}`,
    );
    const first = await postCaption(ines, callId, "Primero", "es", 12_000);
    const second = await postCaption(ines, callId, "Segundo", "es", 8_000);
    const third = await postCaption(tom, callId, "Third", "en", 4_000);
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    const nameWidth = (id: string) =>
      row(page, id)
        .locator(".row-name")
        .evaluate((name) => name.clientWidth);
    await expect(row(page, first).getByRole("time")).toHaveText(/^7:[1-5]\d$/u);
    expect(await nameWidth(first)).toBeGreaterThan(1);
    expect(await nameWidth(second)).toBe(1);
    await expect(row(page, second)).toContainText("Inés");
    expect(await nameWidth(third)).toBeGreaterThan(1);
    // The menu of a line appears on hover and focus.
    const tools = row(page, third).getByRole("button", { name: "Mark or correct" });
    await expect(tools).toHaveCSS("opacity", "0");
    await row(page, third).hover();
    await expect(tools).toHaveCSS("opacity", "1");
    const time = (await row(page, second).getByRole("time").textContent()) ?? "";
    await page.getByRole("searchbox").fill(time);
    await page.getByRole("searchbox").press("Enter");
    await expect(row(page, second)).toHaveAttribute("data-current", "true");
  });
});
