import { expect, test } from "vitest";
import { hideAddresses, isFromParley } from "./sdp.ts";

test("hideAddresses keeps relay candidates without the address behind", () => {
  const relay = "candidate:3 1 udp 41885439 203.0.113.5 50000 typ relay raddr 198.51.100.7 rport 61000 generation 0";
  const sdp = [
    "v=0",
    "a=candidate:1 1 udp 2122260223 192.168.1.4 61000 typ host generation 0",
    "a=candidate:2 1 udp 1686052607 198.51.100.7 61000 typ srflx raddr 192.168.1.4 rport 61000",
    `a=${relay}`,
    "a=end-of-candidates",
    "",
  ].join("\r\n");
  const hidden = hideAddresses(sdp);
  expect(hidden).toBe(
    "v=0\r\na=candidate:3 1 udp 41885439 203.0.113.5 50000 typ relay raddr 0.0.0.0 rport 0 generation 0\r\na=end-of-candidates\r\n",
  );
  expect(hideAddresses(relay)).not.toContain("198.51.100.7");
});

const repeat = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\r\n`).join("");

/** Returns an offer of Parley's four transceivers with these numbers of lines in each section. */
function offer(given: { codecs: number; feedback: number; extensions: number; sources: number; candidates: number }) {
  const section = (kind: string, codecs: number, feedback: number) =>
    [
      `m=${kind} 9 UDP/TLS/RTP/SAVPF ${Array.from({ length: codecs }, (_, at) => at).join(" ")}\r\n`,
      repeat(given.candidates, (at) => `a=candidate:${at} 1 udp 1 192.0.2.1 9 typ host`),
      repeat(given.extensions, (at) => `a=extmap:${at} urn:ietf:params:rtp-hdrext:${at}`),
      repeat(codecs, (at) => `a=rtpmap:${at} codec/90000\r\na=fmtp:${at} apt=${at}`),
      repeat(codecs * feedback, (at) => `a=rtcp-fb:${at % codecs} nack${at}`),
      repeat(given.sources, (at) => `a=ssrc:${at} cname:x`),
    ].join("");
  const audio = section("audio", 9, 2);
  const video = section("video", given.codecs, given.feedback);
  const channel = "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=max-message-size:262144\r\n";
  return { kind: "offer", sdp: `v=0\r\n${audio}${video}${video}${audio}${channel}` } as const;
}

test.each([
  ["Chromium 156", { codecs: 23, feedback: 5, extensions: 11, sources: 4, candidates: 2 }],
  ["Firefox 153", { codecs: 9, feedback: 5, extensions: 5, sources: 2, candidates: 8 }],
  ["a browser with more codecs and addresses", { codecs: 40, feedback: 6, extensions: 15, sources: 8, candidates: 20 }],
])("isFromParley accepts an offer of %s", (_, given) => {
  expect(isFromParley(offer(given))).toBe(true);
});

test.each([
  ["a long line", "-"],
  ["line separators", "\u2028"],
  ["many lines", "a=x\r\n"],
  ["many codecs", "a=rtcp-fb:96 nack\r\na=rtcp-fb:97 nack\r\n"],
  ["many sections", "m=video\r\n"],
])("the cost of isFromParley grows with the length of %s", (_, text) => {
  const least = (length: number) => {
    const rest = text.repeat(length / text.length);
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      // Engines remember how they split a text, so each is another.
      for (let count = 0; count < 20; count += 1) isFromParley({ kind: "offer", sdp: `v=${count}\r\n${rest}` });
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  // A search that grows with the square takes a second.
  expect(least(32_000)).toBeLessThan(8 * least(8_000) + 50);
});
