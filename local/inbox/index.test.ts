import { expect, test } from "vitest";
import * as z from "zod";
import { createInbox } from "./index.ts";

const list = z.array(z.unknown());

const get = async (inbox: ReturnType<typeof createInbox>, path: string) =>
  inbox.handle(new Request(`http://127.0.0.1${path}`));

test("what others wrote cannot become markup, and no script could run", async () => {
  const inbox = createInbox();
  inbox.deliver({
    to: `"><img src=x onerror=alert(1)>'`,
    subject: "<script>1</script> & more",
    html: "<p>1</p>",
    code: "<b>1</b>",
    link: `http://a/?b="onclick=`,
  });
  const page = await get(inbox, "/inbox");
  const html = (await page?.text()) ?? "";
  expect(html).not.toMatch(/<img|<script|<b>/u);
  expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;");
  expect(html).toContain(`href="http://a/?b=&quot;onclick="`);
  expect(page?.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("newest first, by address in any case, at most 200 kept", async () => {
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
  const anas = list.parse(await (await get(inbox, "/inbox/api?to=ana@example.com"))?.json());
  expect(anas).toHaveLength(100);
  expect(anas[0]).toMatchObject({ subject: "248" });
});
