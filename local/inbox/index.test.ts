import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createInbox } from "./index.ts";

const list = z.array(z.unknown());

const get = async (inbox: ReturnType<typeof createInbox>, path: string) =>
  inbox.handle(new Request(`http://127.0.0.1${path}`));

describe("the inbox", () => {
  test("escapes untrusted text and blocks scripts", async () => {
    const inbox = createInbox();
    inbox.deliver({
      to: `"><img src=x onerror=alert(1)>'`,
      subject: "<script>1</script> & more",
      html: `</iframe><script>2</script>" onload="3`,
      code: "<b>1</b>",
      link: `http://a/?b="onclick=`,
    });
    inbox.deliver({ to: "a@example.com", subject: "", html: "", code: null, link: "javascript:alert(1)" });
    const page = await get(inbox, "/inbox");
    const html = (await page?.text()) ?? "";
    expect(html).not.toMatch(/<img|<script|<b>|javascript:/u);
    expect(html).toContain(`<iframe sandbox="" `);
    expect(html).toContain(`srcdoc="&lt;/iframe&gt;&lt;script&gt;2&lt;/script&gt;&quot; onload=&quot;3"></iframe>`);
    expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;");
    expect(html).toContain(`href="http://a/?b=&quot;onclick="`);
    expect(page?.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("serves emails by Mailpit's API", async () => {
    const inbox = createInbox();
    inbox.deliver({ to: "Ana@example.com", subject: "s", html: "<p>m</p>", code: null, link: null });
    inbox.deliver({ to: "eva@example.com", subject: "t", html: "", code: null, link: null });
    const found = z
      .object({ messages: z.array(z.object({ ID: z.string() })).length(1) })
      .parse(await (await get(inbox, `/inbox/api/v1/search?query=to:"ana@example.com"`))?.json());
    const message = await get(inbox, `/inbox/api/v1/message/${found.messages[0]?.ID}`);
    expect(await message?.json()).toMatchObject({
      To: [{ Address: "Ana@example.com" }],
      Subject: "s",
      HTML: "<p>m</p>",
    });
    expect((await get(inbox, "/inbox/api/v1/search?query=from:x"))?.status).toBe(400);
    for (const path of ["message/none", "messages", "message/../x"])
      expect(await get(inbox, `/inbox/api/v1/${path}`)).toBeNull();
  });

  test("lists the newest 200 emails by case-insensitive address", async () => {
    const inbox = createInbox(() => 0);
    for (let number = 0; number < 250; number++) {
      inbox.deliver({
        to: number % 2 === 0 ? "Ana@example.com" : "ben@example.com",
        subject: `${number}`,
        html: "",
        code: null,
        link: null,
      });
    }
    const all = list.parse(await (await get(inbox, "/inbox/api"))?.json());
    expect(all).toHaveLength(200);
    expect(all[0]).toMatchObject({ subject: "249" });
    const filtered = list.parse(await (await get(inbox, "/inbox/api?to=ana@example.com"))?.json());
    expect(filtered).toHaveLength(100);
    expect(filtered[0]).toMatchObject({ subject: "248" });
  });
});
