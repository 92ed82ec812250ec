/** How much a route may weigh before its first press: JavaScript in gzip, kilobytes of 1,000 bytes. The bench measures the same in a browser. */
export const ROUTE_BUDGETS_KB: Readonly<Record<string, number>> = {
  "/": 105,
  "/sign-in": 105,
  "/sign-in/code": 105,
  "/auth/confirm": 105,
  "/sign-out": 105,
  "/m/:code": 150,
  "/home": 160,
  "/settings/profile": 160,
  "/settings/languages": 160,
  "/glossary": 150,
  "/meetings/:id": 150,
  "/meetings/:id/calls/:callId": 150,
  "/meetings/:id/calls/:callId/recap": 150,
  "/help": 120,
  /** Shows every piece of the design system. */
  "/design": 260,
};

/** What a route has loaded later, at its own doing: with these modules of `app/`, each a chunk that it imports then. */
export const LAZY_BUDGETS: readonly { route: string; name: string; modules: readonly string[]; budget: number }[] = [
  { route: "/m/:code", name: "/m/:code, in the call", modules: ["room/Room"], budget: 200 },
];

/** The Worker, gzip; Cloudflare's free plan takes 3 MB. */
export const WORKER_BUDGET_KB = 600;
