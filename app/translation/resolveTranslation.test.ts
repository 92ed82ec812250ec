import { describe, expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Translation } from "#contracts/lines.ts";
import {
  type LineDisplay,
  needsServerTranslation,
  type ResolveTranslationInput,
  resolveTranslation,
  type TranslationFailureReason,
} from "./resolveTranslation.ts";

const stored = (change: Partial<Translation> = {}): Translation => ({
  language: "en",
  revision: 1,
  status: "ready",
  text: "hello",
  engine: "apertium",
  reason: null,
  ...change,
});
const input = (
  translations: Translation[] = [],
  change: Partial<ResolveTranslationInput> = {},
): ResolveTranslationInput => ({
  line: { language: "es", revision: 1, fleeting: false, translations },
  mine: false,
  reads: "en",
  readable: false,
  serverFailure: null,
  browserResult: undefined,
  browserReady: false,
  ...change,
});

const original: LineDisplay = { kind: "original" };
const readable: LineDisplay = { kind: "readable", language: "en" };
const onItsWay: LineDisplay = { kind: "on-its-way" };
const byServer: LineDisplay = { kind: "translated", text: "hello", language: "en", source: "server" };
const byDevice: LineDisplay = { kind: "translated", text: "hi", language: "en", source: "device" };
const unavailable = (reason: TranslationFailureReason): LineDisplay => ({
  kind: "unavailable",
  reason,
});
const fleeting = {
  language: "es",
  revision: 1,
  fleeting: true,
  translations: [],
} satisfies ResolveTranslationInput["line"];
const noDevice = fail("translate/unavailable");
const failed = stored({ status: "failed", text: null, reason: "translate/unavailable" });
const never = stored({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });

describe("resolveTranslation", () => {
  test.each<[string, ResolveTranslationInput, LineDisplay]>([
    ["the reader's own language", input([], { reads: "es" }), original],
    ["one's own line", input([stored()], { mine: true }), original],
    ["a stored translation", input([stored()]), byServer],
    ["a stored translation before the device's", input([stored()], { browserResult: ok("hi") }), byServer],
    ["one of an older text", input([stored({ revision: 2 })]), onItsWay],
    ["one into another language", input([stored({ language: "fr" })]), onItsWay],
    ["a short line in the reader's language", input([stored()], { readable: true }), readable],
    ["a short line being checked", input([stored()], { readable: undefined }), onItsWay],
    ["one's own short line", input([], { mine: true, readable: true }), original],
    ["nothing yet", input(), onItsWay],
    ["an engine at it", input([stored({ status: "claimed", text: null })]), onItsWay],
    ["the server failed, a model on the device is about to", input([failed], { browserReady: true }), onItsWay],
    ["the server failed, the device has no model", input([failed]), unavailable("translate/unavailable")],
    ["the server failed, the device did not", input([failed], { browserResult: ok("hi") }), byDevice],
    [
      "a request failed, the device did not",
      input([], { serverFailure: "translate/quota", browserResult: ok("hi") }),
      byDevice,
    ],
    ["both failed", input([failed], { browserResult: noDevice }), unavailable("translate/unavailable")],
    [
      "the reason is the server's",
      input([never], { browserResult: noDevice }),
      unavailable("translate/unsupported-pair"),
    ],
    [
      "a quota",
      input([], { serverFailure: "translate/quota", browserResult: noDevice }),
      unavailable("translate/quota"),
    ],
    ["a line that is not kept, before the device", input([], { line: fleeting, browserReady: true }), onItsWay],
    ["a line that is not kept, without a device", input([], { line: fleeting }), unavailable("translate/not-kept")],
    ["a line that is not kept, by the device", input([], { line: fleeting, browserResult: ok("hi") }), byDevice],
    [
      "a line that is not kept",
      input([], { line: fleeting, browserResult: noDevice }),
      unavailable("translate/not-kept"),
    ],
    [
      "a workspace without translation, whatever the device has",
      input([], { serverFailure: "translate/off", browserReady: true, browserResult: ok("hi") }),
      unavailable("translate/off"),
    ],
    [
      "a workspace that uses the device",
      input([], { serverFailure: "translate/device-only", browserResult: ok("hi") }),
      byDevice,
    ],
    ["a device that failed alone", input([], { browserResult: noDevice }), onItsWay],
    [
      "a reason that is no code",
      input([{ ...never, reason: "?" }], { browserResult: noDevice }),
      unavailable("translate/unavailable"),
    ],
  ])("%s", (_, given, shown) => {
    expect(resolveTranslation(given)).toEqual(shown);
  });

  test("requests only translations that may still arrive", () => {
    expect(needsServerTranslation(input())).toBe(true);
    expect(needsServerTranslation(input([failed]))).toBe(true);
    expect(needsServerTranslation(input([stored()]))).toBe(false);
    expect(needsServerTranslation(input([never]))).toBe(false);
    expect(needsServerTranslation(input([], { reads: "es" }))).toBe(false);
    expect(needsServerTranslation(input([], { mine: true }))).toBe(false);
  });
});
