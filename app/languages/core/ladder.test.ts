import { expect, it } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Translation } from "#contracts/lines.ts";
import { type LadderInput, ladder, type Shown, type TranslateReason, wantsServer } from "./ladder.ts";

const stored = (change: Partial<Translation> = {}): Translation => ({
  language: "en",
  revision: 1,
  status: "ready",
  text: "hello",
  engine: "apertium",
  reason: null,
  ...change,
});
const input = (translations: Translation[] = [], change: Partial<LadderInput> = {}): LadderInput => ({
  line: { language: "es", revision: 1, fleeting: false, translations },
  mine: false,
  reads: "en",
  serverFailure: null,
  device: undefined,
  ...change,
});

const original: Shown = { kind: "original" };
const onItsWay: Shown = { kind: "on-its-way" };
const byServer: Shown = { kind: "translated", text: "hello", language: "en", source: "server" };
const byDevice: Shown = { kind: "translated", text: "hi", language: "en", source: "device" };
const unavailable = (reason: TranslateReason): Shown => ({
  kind: "unavailable",
  reason,
});
const fleeting = { language: "es", revision: 1, fleeting: true, translations: [] } satisfies LadderInput["line"];
const noDevice = fail("translate/unavailable");
const failed = stored({ status: "failed", text: null, reason: "translate/unavailable" });
const never = stored({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });

it.each<[string, LadderInput, Shown]>([
  ["the reader's own language", input([], { reads: "es" }), original],
  ["one's own line", input([stored()], { mine: true }), original],
  ["a stored translation", input([stored()]), byServer],
  ["a stored translation before the device's", input([stored()], { device: ok("hi") }), byServer],
  ["one of an older text", input([stored({ revision: 2 })]), onItsWay],
  ["one into another language", input([stored({ language: "fr" })]), onItsWay],
  ["nothing yet", input(), onItsWay],
  ["an engine at it", input([stored({ status: "claimed", text: null })]), onItsWay],
  ["the server failed, the device not asked yet", input([failed]), onItsWay],
  ["the server failed, the device did not", input([failed], { device: ok("hi") }), byDevice],
  ["a request failed, the device did not", input([], { serverFailure: "translate/quota", device: ok("hi") }), byDevice],
  ["both failed", input([failed], { device: noDevice }), unavailable("translate/unavailable")],
  ["the reason is the server's", input([never], { device: noDevice }), unavailable("translate/unsupported-pair")],
  ["a quota", input([], { serverFailure: "translate/quota", device: noDevice }), unavailable("translate/quota")],
  ["a line that is not kept, the device not asked yet", input([], { line: fleeting }), onItsWay],
  ["a line that is not kept, by the device", input([], { line: fleeting, device: ok("hi") }), byDevice],
  ["a line that is not kept", input([], { line: fleeting, device: noDevice }), unavailable("translate/not-kept")],
  ["a device that failed alone", input([], { device: noDevice }), onItsWay],
  [
    "a reason that is no code",
    input([{ ...never, reason: "?" }], { device: noDevice }),
    unavailable("translate/unavailable"),
  ],
])("%s", (_, given, shown) => {
  expect(ladder(given)).toEqual(shown);
});

it("asks the server only for what it may still bring", () => {
  expect(wantsServer(input())).toBe(true);
  expect(wantsServer(input([failed]))).toBe(true);
  expect(wantsServer(input([stored()]))).toBe(false);
  expect(wantsServer(input([never]))).toBe(false);
  expect(wantsServer(input([], { reads: "es" }))).toBe(false);
  expect(wantsServer(input([], { mine: true }))).toBe(false);
});
