/** Applies `patches/`. They change development tools only, so an install without those (`--omit=dev`) skips them. */
import { existsSync } from "node:fs";

if (existsSync("node_modules/patch-package")) await import("patch-package/index.js");
