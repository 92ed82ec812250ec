/** Where things are, from wherever a script is called. */
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/u, "");

/** A command of an installed package. */
export const bin = (name: string): string => join(ROOT, "node_modules", ".bin", name);

/** The project's own Node first, so that a child that asks for `node` gets it and not the machine's. */
export const PATH = [join(ROOT, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
