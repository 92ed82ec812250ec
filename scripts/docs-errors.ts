/** `npm run docs:errors`: writes `docs/errors.md`. A unit test fails while the file is stale. */
import { readFileSync, writeFileSync } from "node:fs";
import { renderErrors } from "./docs-errors/render.ts";

const messages = JSON.parse(readFileSync(new URL("../app/i18n/messages/en.json", import.meta.url), "utf8"));
writeFileSync(new URL("../docs/errors.md", import.meta.url), renderErrors(messages));
