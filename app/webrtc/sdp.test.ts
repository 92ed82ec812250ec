import { expect, test } from "vitest";
import { hideAddresses } from "./sdp.ts";

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
