/** The configured engines, and errors of the configuration. */
import assert from "node:assert/strict";
import { enginesFrom } from "../_shared/translation/config.ts";
import { type ConfigError, testConfigErrors } from "./configErrors.ts";

const namesFrom = (env: Record<string, string>) => enginesFrom((name) => env[name]).map(({ name }) => name);

Deno.test("enginesFrom: returns the configured engines in order", () => {
  const addresses = { APERTIUM_URL: "http://127.0.0.1:1", LIBRETRANSLATE_URL: "http://127.0.0.1:2" };
  assert.deepEqual(namesFrom({}), []);
  assert.deepEqual(namesFrom(addresses), ["apertium", "libretranslate"]);
  assert.deepEqual(namesFrom({ ...addresses, TRANSLATE_ENGINES: " libretranslate , apertium" }), [
    "libretranslate",
    "apertium",
  ]);
  assert.deepEqual(namesFrom({ APERTIUM_URL: "", LIBRETRANSLATE_URL: "http://127.0.0.1:2" }), ["libretranslate"]);
  assert.deepEqual(namesFrom({ ...addresses, TRANSLATE_ENGINES: "" }), []);
  assert.deepEqual(
    namesFrom({
      DEEPL_API_KEY: "key:fx",
      WORKERS_AI_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
      WORKERS_AI_API_TOKEN: "token",
      OPENAI_URL: "http://127.0.0.1:11434/v1",
      OPENAI_MODEL: "a-model",
    }),
    ["deepl", "workers-ai", "openai"],
  );
});

const MISTAKES: readonly ConfigError[] = [
  ["an unknown engine", { TRANSLATE_ENGINES: "toString" }, /names "toString"/u],
  ["an invalid address", { APERTIUM_URL: "s3cret" }, /^APERTIUM_URL is not an address\.$/u],
  ["an address without HTTP", { LIBRETRANSLATE_URL: "file:///s3cret" }, /^LIBRETRANSLATE_URL is not an address\.$/u],
  [
    "an address with a password",
    { DEEPL_API_KEY: "key", DEEPL_URL: "https://u:s3cret@127.0.0.1" },
    /^DEEPL_URL is not an address\.$/u,
  ],
  ["an engine without its key", { TRANSLATE_ENGINES: "deepl" }, /^DEEPL_API_KEY is missing\.$/u],
  ["a key of two lines", { DEEPL_API_KEY: "s3cret\ns3cret" }, /^DEEPL_API_KEY holds a blank/u],
  ["an account without a token", { WORKERS_AI_ACCOUNT_ID: "0".repeat(32) }, /^WORKERS_AI_API_TOKEN is missing/u],
  [
    "a path as account",
    { WORKERS_AI_ACCOUNT_ID: "../s3cret", WORKERS_AI_API_TOKEN: "s3cret" },
    /^WORKERS_AI_ACCOUNT_ID is not/u,
  ],
  ["a key without a model", { OPENAI_API_KEY: "s3cret" }, /^OPENAI_MODEL is missing/u],
  ["a model without key and address", { OPENAI_MODEL: "s3cret" }, /^OPENAI_API_KEY is missing/u],
];
testConfigErrors("enginesFrom", MISTAKES, namesFrom);
