import { describe, expect, test } from "vitest";
import { APERTIUM_PACKAGES } from "../apertium.ts";
import { POCKETSPHINX_PACKAGES } from "../pocketsphinx.ts";
import { parsePlan, parseStatus, parseUnneededTargets, parseUris } from "./output.ts";

describe("the plan of apt", () => {
  const PLAN = [
    "Inst libc6 (2.36-9+deb12u14 Debian:12.15/oldstable [amd64]) []",
    "Inst libicu72 (72.1-3+deb12u1 Debian:12.15/oldstable, Debian-Security:12/oldstable-security [amd64])",
    "Inst libxml2 (2.9.14+dfsg-1.3~deb12u6 Debian:12.15/oldstable [amd64])",
    "Inst libxml2-utils (2.9.14+dfsg-1.3~deb12u6 Debian:12.15/oldstable [amd64])",
    "Inst lttoolbox (3.7.1-1+b2 Debian:12.15/oldstable [amd64])",
    "Inst apertium-eng-spa (0.8.1-2 Debian:12.15/oldstable [all])",
    "Inst perl (5.36.0-7+deb12u4 Debian-Security:12/oldstable-security [amd64])",
    "Conf libc6 (2.36-9+deb12u14 Debian:12.15/oldstable [amd64])",
    "W: some warning",
  ];

  test("has one package a line", () => {
    expect(parsePlan(PLAN)).toHaveLength(7);
    expect(parsePlan([])).toEqual([]);
  });

  test("takes Apertium's own libraries and no system library", () => {
    const { closure } = APERTIUM_PACKAGES;
    expect(parsePlan(PLAN).filter((name) => closure.test(name))).toEqual([
      "libicu72",
      "libxml2",
      "lttoolbox",
      "apertium-eng-spa",
    ]);
    // The names of other releases.
    for (const name of ["libicu76", "libxml2-16", "libcg3-1", "liblttoolbox3t64"]) expect(name).toMatch(closure);
  });

  test("takes no sound library for pocketsphinx", () => {
    const names = ["pocketsphinx", "libpocketsphinx3", "libblas3", "libgfortran5", "libasound2", "libpulse0"];
    expect(names.filter((name) => POCKETSPHINX_PACKAGES.closure.test(name))).toEqual(names.slice(0, 4));
  });
});

describe("the files of apt", () => {
  const hash = "f0c2b9af87c9414de8f6212f13a0a889b40400fbf3f08ee01b3f5cd4bbf60e6a";

  test("have a name, a size and a hash", () => {
    const line = `'http://deb.debian.org/pool/a/apertium_3.8.3-1%2bb2_amd64.deb' apertium_3.8.3-1+b2_amd64.deb 361704 SHA256:${hash}`;
    expect(parseUris([line])).toEqual([{ name: "apertium_3.8.3-1+b2_amd64.deb", bytes: 361704, sha256: hash }]);
  });

  test.for([
    ["a weak hash", `'http://a/b.deb' b.deb 1 MD5Sum:${hash.slice(32)}`],
    ["no hash", "'http://a/b.deb' b.deb 1"],
    ["a path as its name", `'http://a/b.deb' ../b.deb 1 SHA256:${hash}`],
    ["an error", "E: Unable to locate package b"],
  ])("are ignored with %s", ([, line = ""]) => {
    expect(parseUris([line])).toEqual([]);
  });
});

describe("the status of apt", () => {
  test.for<[string, number | null]>([
    ["dlstatus:4:90.6645:Retrieving file 4 of 14", 90.6645],
    ["dlstatus:1:0.0000:Retrieving file 1 of 3", 0],
    ["dlstatus:14:100:Retrieving", 100],
    ["dlstatus:3:112.5:Retrieving", 100],
    ["pmstatus:apertium:50:Unpacking", null],
    ["E: dlstatus:1:5:", null],
  ])("in %s is %s", ([line, percent]) => {
    expect(parseStatus(line)).toBe(percent);
  });
});

test("only package lists are downloaded", () => {
  expect(parseUnneededTargets(["Packages", "DEP-11", "Packages", "Contents-deb", "DEP-11", "", "a b"])).toEqual([
    "DEP-11",
    "Contents-deb",
  ]);
});
