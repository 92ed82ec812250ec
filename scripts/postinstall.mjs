/** Applies `patches/`. A running app needs none of them, so an install without development tools (`--omit=dev`) skips them. */
import { existsSync } from "node:fs";

if (existsSync("node_modules/patch-package")) await import("patch-package/index.js");
