import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { type MailData, readTemplates, type Templates } from "./index.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-templates-"));
  await mkdir(join(root, "t"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const data: MailData = {
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
const render = async (source: string, more: Partial<MailData> = {}) =>
  (await compiled(source)).magic_link({ ...data, ...more }).html;

describe("what a user says about themselves cannot become markup", () => {
  const evil = `"><img src=x onerror='alert(1)'>`;
  test.each([
    ["text", `<p>{{ .Data.name }}</p>`, `<p>&#34;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;</p>`],
    ["attribute", `<p title="{{ .Data.name }}">`, `<p title="&#34;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;">`],
    [
      "query",
      `<a href="/x?n={{ .Data.name }}">`,
      `<a href="/x?n=%22%3E%3Cimg%20src%3Dx%20onerror%3D%27alert%281%29%27%3E">`,
    ],
    ["path", `<a href="/x/{{ .Data.name }}">`, `<a href="/x/%22%3E%3Cimg%20src=x%20onerror=&#39;alert(1)&#39;%3E">`],
  ])("%s", async (_place, source, html) => {
    expect(await render(source, { Data: { name: evil } })).toBe(html);
  });

  test("nor a program: an address that begins with a field keeps to the kinds that lead to a page", async () => {
    const link = `<a href="{{ .Data.at }}">`;
    expect(await render(link, { Data: { at: "javascript:alert(1)" } })).toBe(`<a href="#ZgotmplZ">`);
    expect(await render(link, { Data: { at: "https://a.example/?b=1&c=%20" } })).toBe(
      `<a href="https://a.example/?b=1&amp;c=%20">`,
    );
  });

  test("nor reach what objects inherit", async () => {
    expect(await render("{{ .Data.constructor }}{{ .Data.__proto__ }}|")).toBe("|");
  });
});

test("if, else if, else, eq, and a missing field is nothing", async () => {
  const source = `{{ if eq .Data.l "es" "ca" }}uno{{ else if eq .Data.l "ar" }}واحد{{ else }}one{{ end }}{{ if .Data.x }}!{{ end }}`;
  expect(await render(source, { Data: { l: "es" } })).toBe("uno");
  expect(await render(source, { Data: { l: "ca", x: true } })).toBe("uno!");
  expect(await render(source, { Data: { l: "ar", x: "" } })).toBe("واحد");
  expect(await render(source)).toBe("one");
});

test("blanks are trimmed where the marks say so, comments are dropped", async () => {
  expect(await render("a  {{- /* no */ -}}  b {{ .Token -}}\n c")).toBe("ab 123456c");
});

test("things of different kinds cannot be compared, as in Go", async () => {
  const templates = await compiled(`{{ if eq .Data.l "es" }}uno{{ end }}`);
  expect(() => templates.magic_link({ ...data, Data: { l: 5 } })).toThrow();
});

test.each([
  ["an unknown field", "a\n{{ .Tokn }}", "./t/mail.html: line 2: there is no field .Tokn."],
  ["a field of another mail", "{{ .NewEmail }}", "./t/mail.html: line 1: there is no field .NewEmail."],
  ["a function", "{{ printf .Token }}", `./t/mail.html: line 1: "printf .Token" is not understood here.`],
  ["a loop", "{{ range .Data }}{{ end }}", `./t/mail.html: line 1: "range .Data" is not understood here.`],
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
])("%s is said at the start", async (_what, source, sentence) => {
  await expect(compiled(source)).rejects.toThrow(sentence);
});

test("a template that is not there is said at the start", async () => {
  await expect(readTemplates(root, { magic_link: { content_path: "./t/gone.html" } })).rejects.toThrow(
    "supabase/config.toml: auth.email.template.magic_link.content_path: there is no file ./t/gone.html.",
  );
});

describe("Parley's own mails", () => {
  let templates: Templates;
  beforeAll(async () => {
    const project = resolve(import.meta.dirname, "../../..");
    templates = await readTemplates(project, (await readConfig(project)).auth.email.template);
  });
  const kinds = ["magic_link", "confirmation", "email_change"] as const;

  test.each([
    ["es", "es", "ltr", "123456 es tu código de Parley", "diez minutos"],
    ["ar", "ar", "rtl", "123456 هو رمزك في Parley", "عشر دقائق"],
    ["en", "en", "ltr", "123456 is your Parley code", "ten minutes"],
    [undefined, "en", "ltr", "123456 is your Parley code", "ten minutes"],
    ["xx", "en", "ltr", "123456 is your Parley code", "ten minutes"],
  ])("in the language %s: code first, code and link in the mail", (ui_locale, lang, dir, subject, minutes) => {
    for (const kind of kinds) {
      const more =
        kind === "email_change" ? { Email: "", NewEmail: "eva@example.com", SendingTo: "eva@example.com" } : {};
      const mail = templates[kind]({ ...data, ...more, Data: { ui_locale } });
      expect(mail.subject).toBe(subject);
      expect(mail.html).toContain(`<html lang="${lang}" dir="${dir}">`);
      // Some mail readers drop what surrounds the body.
      expect(mail.html).toContain(`class="room" lang="${lang}" dir="${dir}"`);
      expect(mail.html).toContain(">123456</p>");
      expect(mail.html).toContain(minutes);
      const type = kind === "email_change" ? "email_change" : "email";
      expect(mail.html).toContain(`href="https://parley.example/auth/confirm?token_hash=pkce_abc&amp;type=${type}"`);
      expect(mail.html).not.toMatch(/\{\{|<img|<script|src=/u);
    }
  });

  test("an address is the same in the first mail and in every later one", () => {
    expect(templates.magic_link(data)).toEqual(templates.confirmation(data));
  });
});
