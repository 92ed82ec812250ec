import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readLanguageStatistics } from "./languageStatistics.ts";

describe("language statistics", () => {
  test("cost a reader at most 16 KB for each language", async () => {
    for (const [language, file] of await readLanguageStatistics())
      expect(gzipSync(JSON.stringify(file)).length, language).toBeLessThanOrEqual(16_000);
  });
});
