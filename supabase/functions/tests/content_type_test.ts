/** The look at a file's first bytes: every shared type, and content of another type. */
import assert from "node:assert/strict";
import { FILE_TYPES } from "../_shared/contracts/fileTypes.ts";
import { CHECKED_TYPES, fitsType } from "../files/contentType.ts";

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : [...part])),
  );

const ZIP = bytes("PK", [3, 4], "…");
const OLE = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const MP4 = bytes([0, 0, 0, 24], "ftypisom");
const WEBM = bytes([0x1a, 0x45, 0xdf, 0xa3]);

/** Beginnings of real files, by ending. */
const SAMPLES: Readonly<Record<string, readonly Uint8Array[]>> = {
  avif: [bytes([0, 0, 0, 28], "ftypavif")],
  bmp: [bytes("BM6")],
  gif: [bytes("GIF89a"), bytes("GIF87a")],
  heic: [bytes([0, 0, 0, 24], "ftypheic")],
  jpeg: [bytes([0xff, 0xd8, 0xff, 0xe0])],
  png: [bytes([0x89], "PNG\r\n", [0x1a], "\n")],
  svg: [
    bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    bytes("\ufeff<?xml version='1.0'?>\n<!-- Inkscape --><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN'>\n<svg>"),
    bytes("<svg:svg>"),
  ],
  tiff: [bytes("II*", [0]), bytes("MM", [0], "*")],
  webp: [bytes("RIFF", [1, 2, 3, 4], "WEBPVP8")],
  pdf: [bytes("%PDF-1.7"), bytes([0, 0], "%PDF-1.4")],
  txt: [bytes("hola 👋"), bytes("\ufeffcon BOM"), bytes("<3 a < b")],
  md: [bytes("# Plan"), bytes("<div align=center>")],
  csv: [bytes("uno,dos\n")],
  ics: [bytes("BEGIN:VCALENDAR\r\n")],
  json: [bytes('{"a":1}'), bytes(" [1]"), bytes("null")],
  rtf: [bytes("{\\rtf1")],
  srt: [bytes("1\r\n00:00:01,000 --> 00:00:02,000\r\n")],
  vtt: [bytes("WEBVTT\n"), bytes("\ufeffWEBVTT\n")],
  zip: [ZIP, bytes("PK", [5, 6])],
  doc: [OLE, bytes("{\\rtf1")],
  xls: [OLE],
  ppt: [OLE],
  docx: [ZIP, OLE],
  xlsx: [ZIP],
  pptx: [ZIP],
  odt: [ZIP],
  ods: [ZIP],
  odp: [ZIP],
  aac: [bytes([0xff, 0xf1, 0x50]), bytes("ID3")],
  flac: [bytes("fLaC")],
  m4a: [MP4],
  mp3: [bytes("ID3"), bytes([0xff, 0xfb, 0x90]), bytes([0, 0, 0xff, 0xfb])],
  ogg: [bytes("OggS")],
  wav: [bytes("RIFF", [1, 2, 3, 4], "WAVE")],
  weba: [WEBM],
  mov: [bytes([0, 0, 0, 8], "wide"), MP4],
  mp4: [MP4],
  webm: [WEBM],
};
const typeOf = (ending: string) => FILE_TYPES[ending] ?? "";

Deno.test("content: checks every type that can be shared", () => {
  const types = new Set(Object.values(FILE_TYPES));
  assert.deepEqual([...CHECKED_TYPES].sort(), [...types].sort());
  assert.deepEqual(new Set(Object.keys(SAMPLES).map(typeOf)), types);
});

Deno.test("content: accepts each type's own beginnings", () => {
  for (const [ending, samples] of Object.entries(SAMPLES))
    for (const sample of samples) assert.ok(fitsType(sample, typeOf(ending), true), ending);
});

Deno.test("content: rejects pages, scripts and programs under every name", () => {
  for (const evil of [
    "<!DOCTYPE html>",
    " \n<!-- a --><!-- b --><HTML>",
    "<script>alert(1)</script>",
    "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>",
    "<?php",
    "#!/bin/sh",
    "MZ\u0090",
    "\u007fELF",
  ])
    for (const ending of Object.keys(SAMPLES))
      assert.ok(!fitsType(bytes(evil), typeOf(ending), true), `${evil} as ${ending}`);
  assert.ok(!fitsType(bytes("<html>%PDF-1.4"), typeOf("pdf"), true));
});

Deno.test("content: rejects text that is not UTF-8 or holds NUL", () => {
  for (const content of [bytes("caf", [0xe9]), bytes([0xff, 0xfe], "h", [0]), bytes("a", [0], "b")])
    for (const ending of ["txt", "csv", "md", "srt", "svg"]) assert.ok(!fitsType(content, typeOf(ending), true));
  const cut = bytes("é".repeat(10)).subarray(0, 19);
  assert.deepEqual([fitsType(cut, "text/plain", false), fitsType(cut, "text/plain", true)], [true, false]);
});

Deno.test("content: rejects a type under the ending of another", () => {
  for (const [ending, other] of [
    ["pdf", "png"],
    ["png", "jpeg"],
    ["wav", "webp"],
    ["webp", "wav"],
    ["docx", "pdf"],
    ["mp4", "webm"],
    ["svg", "txt"],
    ["json", "txt"],
  ] as const)
    for (const sample of SAMPLES[other] ?? [])
      assert.ok(!fitsType(sample, typeOf(ending), true), `${other} as ${ending}`);
  assert.ok(!fitsType(bytes("x"), "text/html", true));
});

Deno.test("content: takes linear time for many comments", () => {
  const started = performance.now();
  assert.ok(fitsType(bytes("<!---->".repeat(585)), "text/plain", false));
  assert.ok(performance.now() - started < 1_000);
});
