/** JavaScript that a route may load before the first click, in kilobytes (1,000 bytes) of gzip. The bench measures it in a browser. */
export const ROUTE_BUDGETS_KB: Readonly<Record<string, number>> = {
  /** Each page adds 25 to 80 bytes to the manifest, which every page loads. */
  "/": 102.6,
  "/sign-in": 105,
  "/sign-in/code": 105,
  "/sign-in/verify": 105,
  "/sign-up": 105,
  "/recover": 105,
  "/auth/confirm": 105,
  "/auth/callback": 105,
  "/confirm/:token": 110,
  "/answer/:token": 110,
  "/sign-out": 105,
  "/m/:code": 129.5,
  "/home": 160,
  "/settings/profile": 160,
  "/settings/languages": 160,
  "/settings/security": 160,
  "/settings/workspace": 160,
  "/settings/members": 160,
  "/settings/data": 160,
  "/settings/confirm": 160,
  "/invitations/:token": 120,
  "/calendar": 150,
  "/files": 150,
  "/glossary": 150,
  "/insights": 150,
  /** With the plan of the meeting, its dates and answers. */
  "/meetings/:id": 160,
  "/meetings/:id/calls/:callId": 150,
  /** The outcomes with everybody's answers, tasks and forms. */
  "/meetings/:id/calls/:callId/recap": 155,
  "/meetings/:id/calls/:callId/insights": 150,
  "/help": 120,
  "/design": 110,
};

/** Budgets after a route has imported lazy modules of `app/`, each in a chunk of its own. */
export const LAZY_BUDGETS: readonly { route: string; name: string; modules: readonly string[]; budget: number }[] = [
  { route: "/m/:code", name: "/m/:code, in the call", modules: ["room/Room.client"], budget: 198 },
  // Every component of the design system, also those of a call, whose chunk it loads as a whole.
  { route: "/design", name: "/design, with its components", modules: ["design/DesignPage.client"], budget: 310 },
  // The charts add at most 130 KB.
  { route: "/insights", name: "/insights, with charts", modules: ["insights/components/Chart.client"], budget: 280 },
];

/** The Worker in gzip. Cloudflare's free plan allows 3 MB. */
export const WORKER_BUDGET_KB = 600;
