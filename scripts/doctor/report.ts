/** Prints findings in the order of docs/operating.md. */
import type { Finding, FindingState } from "./finding.ts";

const SECTIONS: Readonly<Record<string, string>> = {
  1: "Supabase",
  2: "Email",
  3: "Cloudflare",
  4: "Video between networks",
  5: "Translation engines, speech, summaries",
  7: "Maintenance",
};
const LABELS: Readonly<Record<FindingState, string>> = { ok: "ok   ", fault: "FAULT", unknown: "?    " };

/** Returns the lines of a report: a heading for each section, a line for each finding, and a summary. */
export function reportLines(findings: readonly Finding[]): string[] {
  const lines: string[] = [];
  for (const [number, title] of Object.entries(SECTIONS)) {
    const own = findings.filter(({ step }) => step.split(".")[0] === number);
    if (own.length === 0) continue;
    lines.push(`${number}. ${title}`);
    const sorted = own.toSorted((one, other) => one.step.localeCompare(other.step, "en", { numeric: true }));
    for (const { step, state, text } of sorted) lines.push(`  ${LABELS[state]} ${step.padEnd(4)} ${text}`);
  }
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  lines.push("", `${count("fault")} to change, ${count("unknown")} not visible from here, ${count("ok")} right.`);
  return lines;
}
