/**
 * `npm run lint:prose [path …]`: lists sentences that are hard to read, by the rules of WRITING_STYLE.md, in comments,
 * Markdown, test names and the English messages. A reading aid: the exit code is 0 whatever it finds.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { Fragment } from "./lint-prose/fragments.ts";
import { fromCss, fromMarkdown, fromMessages, fromSql } from "./lint-prose/plainText.ts";
import { createReport } from "./lint-prose/report.ts";
import { sentencesOf } from "./lint-prose/sentences.ts";
import { fromTypeScript } from "./lint-prose/typescript.ts";

function fragmentsOf(path: string): Fragment[] {
  const read = () => readFileSync(path, "utf8");
  if (/\.(?:tsx?|[cm]?js)$/u.test(path)) return fromTypeScript(path, read());
  if (path.endsWith(".sql")) return fromSql(read());
  if (path.endsWith(".css")) return fromCss(read());
  if (path.endsWith(".md")) return fromMarkdown(read());
  if (path === "app/i18n/messages/en.json") return fromMessages(read());
  return [];
}

const listFiles = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...process.argv.slice(2)];
const paths = execFileSync("git", listFiles, { encoding: "utf8" }).split("\0").filter(existsSync);

const report = createReport();
for (const path of paths)
  for (const fragment of fragmentsOf(path))
    for (const sentence of sentencesOf(fragment)) for (const line of report.add(path, sentence)) console.log(line);
console.log(report.summary());
