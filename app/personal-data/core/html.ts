/** The pages of an archive. They need no network and run no scripts. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);

export const tableRow = (cell: "th" | "td", cells: readonly string[]): string =>
  `<tr>${cells.map((content) => `<${cell}>${content}</${cell}>`).join("")}</tr>\n`;

const STYLE =
  "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}" +
  "table{width:100%;border-collapse:collapse}" +
  "th,td{padding:.4rem .6rem;border-bottom:1px solid #8886;text-align:start;vertical-align:top;overflow-wrap:anywhere}" +
  "td span{white-space:pre-wrap}:root{color-scheme:light dark}";

interface PageTexts {
  readonly language: string;
  readonly dir: "ltr" | "rtl";
  readonly exportedAt: string;
}

/** Returns the parts of a page with one table. */
export const htmlPage = (
  { language, dir, exportedAt }: PageTexts,
  title: string,
  rows: readonly string[],
): string[] => [
  `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">`,
  `<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>`,
  `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(exportedAt)}</p><table>\n`,
  ...rows,
  "</table></body></html>\n",
];
