import { describe, expect, test } from "vitest";
import { detectBrowserFamily } from "./permissionHelp.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)";

describe("browser family", () => {
  test.each([
    [`${MAC} Version/18.1 Safari/605.1.15`, 0, "safari"],
    // An iPad that requests desktop pages.
    [`${MAC} Version/18.1 Safari/605.1.15`, 5, "ios"],
    [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 5, "ios"],
    // Chrome and Firefox on iOS use the system's browser engine and its permissions.
    [`${IPHONE} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`, 5, "ios"],
    [`${MAC.replace("605.1.15", "537.36")} Chrome/131.0.0.0 Safari/537.36`, 0, "chromium"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0",
      10,
      "chromium",
    ],
    [`${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, 5, "android"],
    ["Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", 5, "android"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", 0, "firefox"],
    ["", 0, "other"],
  ])("%s", (userAgent, touchPoints, family) => {
    expect(detectBrowserFamily(userAgent, touchPoints)).toBe(family);
  });
});
