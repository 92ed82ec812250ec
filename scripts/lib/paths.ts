/** Paths that do not depend on the working directory. */
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/u, "");

/** Returns the path of an installed package's command. */
export const bin = (name: string): string => join(ROOT, "node_modules", ".bin", name);

/** Starts with the project's own Node, so that children do not use the system's. */
export const PATH = [join(ROOT, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
