import { describe, expect, test } from "vitest";
import * as z from "zod";
import { EMAIL_KEY, SMS_KEY } from "../keys.ts";
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

  test("receives SMS by Twilio's API", async () => {
    const inbox = createInbox();
    const send = (body: Record<string, string>, key = SMS_KEY) =>
      inbox.receiveSms(
        new Request("http://127.0.0.1/inbox/sms", {
          method: "POST",
          headers: { authorization: `Basic ${btoa(key)}` },
          body: new URLSearchParams(body),
        }),
      );
    const sms = {
      To: "+34600111222",
      From: "Parley",
      Body: "<b>83920174</b> is your code\n\n@parley.example #83920174",
    };
    expect((await send(sms, "local:wrong")).status).toBe(401);
    expect((await send({ ...sms, To: "34600111222" })).status).toBe(400);
    expect((await send(sms)).status).toBe(201);
    expect(await (await get(inbox, "/inbox/api?to=%2B34600111222"))?.json()).toMatchObject([
      { kind: "sms", to: "+34600111222", subject: sms.Body, code: "83920174", link: null },
    ]);
    const html = (await (await get(inbox, "/inbox"))?.text()) ?? "";
    expect(html).toContain("SMS to +34600111222");
    expect(html).not.toMatch(/<b>|<iframe/u);
  });

  test("shows the attachments of an email as text", async () => {
    const inbox = createInbox();
    const send = (content: string) =>
      inbox.receive(
        new Request("http://127.0.0.1/inbox/emails", {
          method: "POST",
          headers: { authorization: `Bearer ${EMAIL_KEY}` },
          body: JSON.stringify({
            ...{ from: "a@b.example", to: ["ana@example.com"], subject: "s", html: "<p>m</p>" },
            attachments: [{ filename: "<b>.ics", content, content_type: "text/calendar; method=REQUEST" }],
          }),
        }),
      );
    expect((await send("no base64")).status).toBe(422);
    expect((await send(Buffer.from("SUMMARY:<i>会議</i>").toString("base64"))).status).toBe(200);
    expect(await (await get(inbox, "/inbox/api"))?.json()).toMatchObject([
      { attachments: [{ filename: "<b>.ics", type: "text/calendar; method=REQUEST", text: "SUMMARY:<i>会議</i>" }] },
    ]);
    const html = (await (await get(inbox, "/inbox"))?.text()) ?? "";
    expect(html).toContain("SUMMARY:&lt;i&gt;会議&lt;/i&gt;");
    expect(html).not.toMatch(/<b>|<i>/u);
  });

  test("finds code and link of a provider's email", async () => {
    const inbox = createInbox();
    const send = (subject: string, html: string) =>
      inbox.receive(
        new Request("http://127.0.0.1/inbox/emails", {
          method: "POST",
          headers: { authorization: `Bearer ${EMAIL_KEY}` },
          body: JSON.stringify({ from: "a@b.example", to: ["ana@example.com"], subject, html, text: "plain" }),
        }),
      );
    await send("12345678 is your code", `<a href="http://a/?b=1&amp;c=2">x</a>`);
    await send("New sign-in on 2026-12-01 by room123456", "<p>12345678</p>");
    expect(await (await get(inbox, "/inbox/api"))?.json()).toMatchObject([
      { code: null, link: null, text: "plain" },
      { code: "12345678", link: "http://a/?b=1&c=2", kind: "email" },
    ]);
  });
});
