import { describe, expect, test } from "vitest";
import { configuredEngines } from "./translationChoices.ts";

describe("configured engines", () => {
  test("need more than a key for other programs", () => {
    expect(configuredEngines({ OPENAI_API_KEY: "key", APERTIUM_TOKEN: "token", DEEPL_API_KEY: "" })).toEqual({
      names: [],
      env: {},
    });
  });

  test("get their own variables and no others", () => {
    const env = { OPENAI_MODEL: "m", OPENAI_URL: "http://127.0.0.1:1/v1", TRANSLATE_ENGINES: "openai" };
    expect(configuredEngines({ ...env, HOME: "/", DEEPL_URL: "http://a" })).toEqual({
      names: ["OpenAI-compatible"],
      env,
    });
  });
});
