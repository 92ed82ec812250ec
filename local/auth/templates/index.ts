/** The mails' words: read once at the start, so that a mistake in a template shows then and not at a sign-in. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TemplateSource } from "../../config.ts";
import { defaults } from "./defaults.ts";
import { escapeFor } from "./html.ts";
import { type Condition, type Node, type Operand, type Path, parse } from "./parse.ts";

/** The mails that are sent here. */
export type MailKind = "confirmation" | "magic_link" | "email_change";

/** What GoTrue gives to every mail. */
export interface MailData {
  readonly SiteURL: string;
  /** Follows through Auth itself: `GET /auth/v1/verify`. */
  readonly ConfirmationURL: string;
  /** The address that the user has; empty for a guest. */
  readonly Email: string;
  readonly Token: string;
  readonly TokenHash: string;
  readonly RedirectTo: string;
  /** What the user said about themselves: theirs to choose. */
  readonly Data: Readonly<Record<string, unknown>>;
  /** Of a change of address: the new one, and the one that this mail goes to. */
  readonly NewEmail?: string;
  readonly SendingTo?: string;
}

export interface Rendered {
  readonly subject: string;
  readonly html: string;
}

export type Templates = Readonly<Record<MailKind, (data: MailData) => Rendered>>;

const FIELDS = ["SiteURL", "ConfirmationURL", "Email", "Token", "TokenHash", "RedirectTo"];
const MORE: Readonly<Record<string, readonly string[]>> = { email_change: ["NewEmail", "SendingTo"] };

/** Throws one sentence for a template that is missing or not understood, or names a field that its mail does not have. */
export async function readTemplates(
  root: string,
  sources: Readonly<Record<string, TemplateSource>>,
): Promise<Templates> {
  // Also those that are never sent here: the real Auth would send them.
  const read = await Promise.all(
    Object.entries(sources).map(async ([kind, source]) => [kind, await readTemplate(root, kind, source)] as const),
  );
  const byKind = new Map(read);
  const use = async (kind: MailKind) => byKind.get(kind) ?? (await readTemplate(root, kind, {}));
  return {
    confirmation: await use("confirmation"),
    magic_link: await use("magic_link"),
    email_change: await use("email_change"),
  };
}

async function readTemplate(root: string, kind: string, { subject, content_path }: TemplateSource) {
  const name = `auth.email.template.${kind}`;
  const fallback = Object.hasOwn(defaults, kind) ? defaults[kind] : undefined;
  const content =
    content_path === undefined
      ? (fallback?.content ?? "")
      : await readFile(join(root, content_path), "utf8").catch(() => {
          throw new Error(`supabase/config.toml: ${name}.content_path: there is no file ${content_path}.`);
        });
  const knows = ([first = "", ...rest]: Path) =>
    first === "Data" ? rest.length <= 1 : rest.length === 0 && [...FIELDS, ...(MORE[kind] ?? [])].includes(first);
  const compile = (where: string, source: string) => {
    try {
      return parse(source, knows);
    } catch (error) {
      throw new Error(`${where}: ${error instanceof Error ? error.message : "not understood"}.`);
    }
  };
  const subjectNodes = compile(`supabase/config.toml: ${name}.subject`, subject ?? fallback?.subject ?? "");
  const bodyNodes = compile(content_path ?? name, content);
  return (data: MailData): Rendered => ({ subject: render(subjectNodes, data), html: render(bodyNodes, data) });
}

function render(nodes: readonly Node[], data: MailData): string {
  return nodes.map((node) => renderNode(node, data)).join("");
}

function renderNode(node: Node, data: MailData): string {
  switch (node.kind) {
    case "text":
      return node.text;
    case "field":
      return escapeFor(node.place, textOf(fieldOf(node.path, data)));
    case "if":
      return render(node.branches.find(({ when }) => holds(when, data))?.nodes ?? node.otherwise, data);
    default:
      return node satisfies never;
  }
}

function fieldOf(path: Path, data: MailData): unknown {
  let value: unknown = data;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  return value;
}

/** A missing one is nothing, as Go writes it in HTML; a list or an object has no place in a mail. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const operandOf = (operand: Operand, data: MailData) =>
  "literal" in operand ? operand.literal : fieldOf(operand.path, data);

function holds(condition: Condition, data: MailData): boolean {
  if ("path" in condition) {
    const value = fieldOf(condition.path, data);
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  }
  const [first, ...others] = condition.equals.map((operand) => operandOf(operand, data));
  return others.some((other) => {
    if (first !== undefined && first !== null && typeof first !== typeof other)
      throw new TypeError("A mail's template compares things of different kinds.");
    return first === other;
  });
}
