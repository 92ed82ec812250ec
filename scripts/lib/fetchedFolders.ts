/** Folders of this checkout with fetched programs, whatever data folder is in use. */
import { join } from "node:path";
import { ROOT } from "./paths.ts";

/** `npm run dev -- --fresh` keeps these folders of `.local`. */
export const FETCHED_FOLDERS = ["apertium", "pocketsphinx"] as const;

export const fetchedFolder = (name: (typeof FETCHED_FOLDERS)[number]): string => join(ROOT, ".local", name);
