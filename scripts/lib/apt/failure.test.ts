import { describe, expect, test } from "vitest";
import { classifyFailure, describeFailure, type FetchFailureKind } from "./failure.ts";

describe("the reason of a failure", () => {
  test.for<[FetchFailureKind, string]>([
    [
      "offline",
      "W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease  Temporary failure resolving 'deb.debian.org'",
    ],
    [
      "offline",
      "W: Failed to fetch http://a/InRelease  Could not connect to 127.0.0.1:1 (127.0.0.1). - connect (111: Connection refused)",
    ],
    [
      "offline",
      "E: Failed to fetch http://a/b.deb  Connection timed out [IP: 1.2.3.4 80]".replace("timed out", "failed"),
    ],
    [
      "interrupted",
      "E: Failed to fetch http://a/b.deb  Error reading from server. Remote end closed connection [IP: 1.2.3.4 80]",
    ],
    ["proxy-login", "W: Failed to fetch http://a/InRelease  407  Proxy Authentication Required [IP: 1.2.3.4 80]"],
    ["not-a-mirror", "E: Clearsigned file isn't valid, got 'NOSPLIT' (does the network require authentication?)"],
    ["altered", "E: Failed to fetch http://a/b.deb  Hash Sum mismatch"],
    ["altered", "E: Failed to fetch http://a/b.deb  File has unexpected size (1 != 2). Mirror sync in progress?"],
    ["altered", "W: GPG error: http://a ./ InRelease: The following signatures were invalid: BADSIG 0"],
    ["not-in-sources", "E: Unable to locate package apertium-eng-spa"],
    ["not-in-sources", "E: Package 'cg3' has no installation candidate"],
    [
      "not-in-sources",
      "W: OpenPGP signature verification failed: http://a ./ InRelease: Missing key 00, which is needed to verify signature.",
    ],
    ["unknown", "E: Failed to fetch http://a/b.deb  404  Not Found [IP: 1.2.3.4 80]"],
    ["disk-full", "E: Write error - write (28: No space left on device)"],
    ["disk-full", "ENOSPC: no space left on device, write"],
    ["not-writable", "EACCES: permission denied, mkdir '/a'"],
    ["unknown", "E: Something new"],
  ])("is %s for: %s", ([kind, message]) => {
    expect(classifyFailure([message]).kind).toBe(kind);
  });

  test("is the network's if the lists are missing for that", () => {
    const messages = [
      "W: Failed to fetch http://a/InRelease  Could not resolve 'a'",
      "E: Unable to locate package cg3",
    ];
    expect(classifyFailure(messages).kind).toBe("offline");
  });

  test("ignores the warning that root downloads unsandboxed", () => {
    const warning = "W: Download is performed unsandboxed as root (13: Permission denied)";
    expect(classifyFailure([warning]).kind).toBe("unknown");
  });

  test("holds no password", () => {
    const proxy = `http://${["me", "secret"].join(":")}@a.example`;
    const { detail } = classifyFailure([`E: Failed to fetch ${proxy}/b  503  Unavailable`]);
    expect(detail).toBe("Failed to fetch http://a.example/b  503  Unavailable");
  });
});

describe("the sentence about a failure", () => {
  test.for<[FetchFailureKind, RegExp]>([
    ["no-apt", /no apt-get\.$/u],
    ["offline", /cannot be reached\. The next start tries again\.$/u],
    ["not-in-sources", /On Ubuntu, enable "universe"\.$/u],
    ["disk-full", /the disk is full\.$/u],
    ["proxy-login", /requires a password/u],
    ["not-a-mirror", /sent a page instead of packages/u],
    ["unknown", /apt-get failed without a message$/u],
  ])("is one line for %s", ([kind, pattern]) => {
    const sentence = describeFailure("Apertium", { kind, detail: "" });
    expect(sentence).toMatch(/^Apertium was not fetched[^\n]*$/u);
    expect(sentence).toMatch(pattern);
  });
});
