import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { type EmailData, readTemplates, type Templates } from "./index.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-templates-"));
  await mkdir(join(root, "t"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const data: EmailData = {
  SiteURL: "https://parley.example",
  ConfirmationURL: "https://auth.example/verify?a=1&b=2",
  Email: "ana@example.com",
  Token: "123456",
  TokenHash: "pkce_abc",
  RedirectTo: "https://parley.example/",
  Data: {},
};

async function compiled(source: string, kind = "magic_link"): Promise<Templates> {
  await writeFile(join(root, "t/mail.html"), source);
  return await readTemplates(root, { [kind]: { subject: "x", content_path: "./t/mail.html" } });
}
const render = async (source: string, more: Partial<EmailData> = {}) =>
  (await compiled(source)).magic_link({ ...data, ...more }).html;

describe("user metadata", () => {
  const evil = `"><img src=x onerror='alert(1)'>`;
  test.each([
    ["text", `<p>{{ .Data.name }}</p>`, `<p>&#34;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;</p>`],
    [
      "an attribute",
      `<p title="{{ .Data.name }}">`,
      `<p title="&#34;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;">`,
    ],
    [
      "a single-quoted one",
      `<p title='{{ .Data.name }}'>`,
      `<p title='&#34;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;'>`,
    ],
    [
      "a query",
      `<a href="/x?n={{ .Data.name }}">`,
      `<a href="/x?n=%22%3E%3Cimg%20src%3Dx%20onerror%3D%27alert%281%29%27%3E">`,
    ],
    [
      "a path",
      `<a href="/x/{{ .Data.name }}">`,
      `<a href="/x/%22%3E%3Cimg%20src%3Dx%20onerror%3D%27alert%281%29%27%3E">`,
    ],
  ])("cannot become markup in %s", async (_place, source, html) => {
    expect(await render(source, { Data: { name: evil } })).toBe(html);
  });

  test.each([`<a href="{{ .Data.at }}">`, `<a title="a > b" href="{{ .Data.at }}">`, `<a href='{{ .Data.at }}'>`])(
    "cannot start a script address: %s",
    async (link) => {
      for (const at of ["javascript:alert(1)", " javascript:alert(1)", "JAVASCRIPT:alert(1)//", "data:text/html,x"]) {
        expect(await render(link, { Data: { at } })).toBe(link.replace("{{ .Data.at }}", "#ZgotmplZ"));
      }
      expect(await render(link, { Data: { at: "https://a.example/?b=1&c=%20" } })).toBe(
        link.replace("{{ .Data.at }}", "https://a.example/?b=1&amp;c=%20"),
      );
    },
  );

  test("cannot reach inherited properties", async () => {
    expect(await render("{{ .Data.constructor }}{{ .Data.__proto__ }}|")).toBe("|");
  });
});

describe("a template", () => {
  test("chooses by if, else if, else and eq", async () => {
    const source = `{{ if eq .Data.l "es" "ca" }}uno{{ else if eq .Data.l "ar" }}واحد{{ else }}one{{ end }}{{ if .Data.x }}!{{ end }}`;
    expect(await render(source, { Data: { l: "es" } })).toBe("uno");
    expect(await render(source, { Data: { l: "ca", x: true } })).toBe("uno!");
    expect(await render(source, { Data: { l: "ar", x: "" } })).toBe("واحد");
    expect(await render(source)).toBe("one");
  });

  test("trims blanks at trim marks and drops comments", async () => {
    expect(await render("a  {{- /* no */ -}}  b {{ .Token -}}\n c")).toBe("ab 123456c");
  });

  test("cannot compare values of different types, as in Go", async () => {
    const templates = await compiled(`{{ if eq .Data.l "es" }}uno{{ end }}`);
    expect(() => templates.magic_link({ ...data, Data: { l: 5 } })).toThrow();
  });

  test.each([
    ["an unknown field", "a\n{{ .Tokn }}", "./t/mail.html: line 2: there is no field .Tokn."],
    ["a field of another email", "{{ .NewEmail }}", "./t/mail.html: line 1: there is no field .NewEmail."],
    ["a function", "{{ printf .Token }}", `./t/mail.html: line 1: "printf .Token" is not supported.`],
    ["a loop", "{{ range .Data }}{{ end }}", `./t/mail.html: line 1: "range .Data" is not supported.`],
    ["an if without end", "{{ if .Token }}a", "./t/mail.html: line 1: an if lacks its end."],
    ["an end without if", "{{ end }}", "./t/mail.html: line 1: end without if."],
    [
      "branches in different places",
      `<p {{ if .Token }}title="{{ end }}x">`,
      "./t/mail.html: line 1: the branches of this if end in different places of the HTML.",
    ],
    ...[
      "<style>{{ .Token }}</style>",
      "<p title={{ .Token }}>",
      `<p style="color: {{ .Token }}">`,
      "<p {{ .Token }}>",
      `<p onclick="{{ .Token }}">`,
      "<script>{{ .Token }}</script>",
      "<!-- {{ .Token }} -->",
    ].map((source): [string, string, string] => [
      source,
      source,
      "./t/mail.html: line 1: a field may stand in text or in a quoted attribute only.",
    ]),
  ])("is rejected at the start for %s", async (_what, source, sentence) => {
    await expect(compiled(source)).rejects.toThrow(sentence);
  });

  test("for a nonce cannot have a link", async () => {
    await expect(compiled("{{ .ConfirmationURL }}", "reauthentication")).rejects.toThrow(
      "there is no field .ConfirmationURL.",
    );
  });

  test("is rejected at the start when its file is missing", async () => {
    await expect(readTemplates(root, { magic_link: { content_path: "./t/gone.html" } })).rejects.toThrow(
      "supabase/config.toml: auth.email.template.magic_link.content_path: there is no file ./t/gone.html.",
    );
  });
});

describe("Parley's own emails", () => {
  let templates: Templates;
  beforeAll(async () => {
    const project = resolve(import.meta.dirname, "../../..");
    templates = await readTemplates(project, (await readConfig(project)).auth.email.template);
  });
  const kinds = ["magic_link", "confirmation", "recovery", "email_change", "reauthentication"] as const;
  const linkTypes = { magic_link: "email", confirmation: "email", recovery: "recovery", email_change: "email_change" };

  test.each([
    ["es", "es", "ltr", "123456 es tu código de Parley", "cinco minutos"],
    ["ar", "ar", "rtl", "123456 هو رمزك في Parley", "خمس دقائق"],
    ["en", "en", "ltr", "123456 is your Parley code", "five minutes"],
    [undefined, "en", "ltr", "123456 is your Parley code", "five minutes"],
    ["xx", "en", "ltr", "123456 is your Parley code", "five minutes"],
  ])("in %s start with the code and contain their link", (ui_locale, lang, dir, subject, minutes) => {
    for (const kind of kinds) {
      const more =
        kind === "email_change" ? { Email: "", NewEmail: "eva@example.com", SendingTo: "eva@example.com" } : {};
      const email = templates[kind]({ ...data, ...more, Data: { ui_locale } });
      expect(email.subject).toBe(subject);
      expect(email.html).toContain(`<html lang="${lang}" dir="${dir}">`);
      // Some email clients drop everything around the body.
      expect(email.html).toContain(`class="room" lang="${lang}" dir="${dir}"`);
      expect(email.html).toContain(">123456</p>");
      expect(email.html).toContain(minutes);
      expect(email.html).not.toMatch(/\{\{|<img|<script|src=/u);
      // A nonce is typed only.
      if (kind === "reauthentication") {
        expect(email.html).not.toContain("href=");
        continue;
      }
      const mail = kind === "email_change" ? "eva%40example.com" : "ana%40example.com";
      expect(email.html).toContain(
        `href="https://parley.example/auth/confirm?token_hash=pkce_abc&amp;type=${linkTypes[kind]}&amp;mail=${mail}&amp;next=https%3A%2F%2Fparley.example%2F"`,
      );
    }
  });

  test.each(["en", "es", "ar"])("expire after the minutes that the pages name in %s", async (locale) => {
    const project = resolve(import.meta.dirname, "../../..");
    const { otp_expiry } = (await readConfig(project)).auth.email;
    const messages = JSON.parse(await readFile(join(project, `app/i18n/messages/${locale}.json`), "utf8"));
    for (const key of ["sign-in.code.hint", "error.account/code-refused.do", "error.account/link-refused.do"])
      expect(messages[key]).toContain(`${otp_expiry / 60} `);
  });

  test("are the same for a first and a later sign-in", () => {
    expect(templates.magic_link(data)).toEqual(templates.confirmation(data));
  });
});
