/** Transcript exports: the content and name of each file, rejected requests, and printing. */
import { randomUUID } from "node:crypto";
import { callRpc, createCallFixture, postCaption, readAs } from "../support/callFixture.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

test.describe("transcript exports", () => {
  test("every format matches the page", async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app, '=cmd "x"/../y');
    const id = await postCaption(ines, callId, "=1+1 --> <i>hola</i>");
    await callRpc(tom.client, "post_line", {
      ...{ p_line_id: randomUUID(), p_call_id: callId, p_language: "en", p_text: "two\nlines, “quoted”" },
    });
    await callRpc(tom.client, "mark_line", { p_line_id: id, p_kind: "decision" });
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    await expect(page.locator(`#line-${id}`)).toBeVisible();
    const get = (format: string, language = "original") =>
      page.evaluate(async (url) => {
        const response = await fetch(url);
        return {
          status: response.status,
          type: response.headers.get("content-type"),
          name: response.headers.get("content-disposition"),
          text: await response.text(),
        };
      }, `${path}/export?format=${format}&language=${language}`);
    const vtt = await get("vtt");
    expect(vtt).toMatchObject({ status: 200, type: "text/vtt; charset=utf-8" });
    expect(vtt.name).toMatch(/^attachment; filename="=cmd -x-\.\.-y \d{4}-\d\d-\d\d\.vtt"/u);
    expect(vtt.text).toContain("<v Inés>=1+1 --&gt; &lt;i&gt;hola&lt;/i&gt;</v>");
    expect((await get("srt")).text).toContain("\u2068Tom\u2069: two lines, “quoted”");
    const md = (await get("md")).text;
    expect(md).toContain("=1+1 --\\> \\<i\\>hola\\</i\\>");
    expect(md).toContain("> **Decision**");
    const csv = (await get("csv")).text;
    expect(csv).toContain(",'=1+1 --> <i>hola</i>,");
    expect(csv).toContain('"two\nlines, “quoted”"');
    const json = JSON.parse((await get("json", "es")).text);
    expect(json.lines.map((line: { original: { text: string } }) => line.original.text)).toEqual([
      "=1+1 --> <i>hola</i>",
      "two\nlines, “quoted”",
    ]);
    await page.getByText("Export", { exact: true }).click();
    await expect(button(page, "Print")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(button(page, "Print")).toBeHidden();
    await page.getByText("Export", { exact: true }).click();
    await page.getByLabel("Language of the file").first().selectOption("es");
    const saved = page.waitForEvent("download");
    await page
      .getByRole("link", { name: /Document/u })
      .first()
      .click();
    expect((await saved).suggestedFilename()).toMatch(/ es\.md$/u);
  });

  test("prints all lines without controls", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { ines, tom, callId, path } = await createCallFixture(app, "Los viernes");
    const ids: string[] = [];
    for (let line = 0; line < 12; line += 1) ids.push(await postCaption(ines, callId, `La casa ${line} es grande.`));
    const { page } = await person({ locale: "en" });
    await readAs(page, tom, path);
    await expect(page.locator(`#line-${ids.at(-1)}`)).toBeAttached();
    await expect(page.getByRole("searchbox")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "Los viernes" })).toBeVisible();
    for (const control of await page.locator("button, select, input, nav, summary").all())
      await expect(control).toBeHidden();
    for (const id of [ids[0], ids.at(-1)]) {
      const line = page.locator(`#line-${id}`);
      await expect(line).toContainText("Inés");
      await expect(line).toContainText("es grande.");
      // Rendered although the page was never scrolled there.
      await expect(line).toHaveCSS("content-visibility", "visible");
      await expect(line).toHaveCSS("break-inside", "avoid");
    }
  });

  test("reports an unknown format", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const { tom, path } = await createCallFixture(app);
    const someone = await person({ locale: "en" });
    someone.allowConsoleError(/status of 400/u);
    await readAs(someone.page, tom, path);
    const response = await someone.page.evaluate(async (url) => {
      const { status, text: read } = await fetch(url).then(async (exported) => ({
        ...exported,
        status: exported.status,
        text: await exported.text(),
      }));
      return { status, read };
    }, `${path}/export?format=exe`);
    expect(response.status).toBe(400);
    expect(response.read).not.toContain("{");
  });
});
