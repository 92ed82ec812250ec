/** Attacks on the Worker: pages that are expensive to render, and forms that are too large. */
import { openAccount } from "../../tests/support/accounts.ts";
import { connect } from "../clients.ts";
import type { Attack } from "./attack.ts";
import { enter, openMeeting, postLine } from "./people.ts";

/** Lines that take more than linear time where brackets or line breaks are matched carelessly. */
const EXPENSIVE_LINES = [
  `http://a${")".repeat(3_980)}`,
  `x${"\n".repeat(3_990)}y`,
  `x${"@".repeat(3_990)}`,
  `x${"*".repeat(3_990)}`,
];
/** One person may post twenty lines in ten seconds. */
const LINES = 20;
const LARGE_FORM_BYTES = 8_000_000;

const expensiveLines: Attack = {
  finding: 7,
  name: "exports lines that are expensive to format",
  async prepare({ app }) {
    const { client, cookies } = await openAccount(app, "attacker");
    const { data } = await client.auth.getSession();
    const token = data.session?.access_token ?? "";
    const guest = { id: data.session?.user.id ?? "", token, ...connect(app.stack, token) };
    const seat = await enter(guest, await openMeeting(guest), { speaks: "es" });
    for (let at = 0; at < LINES; at += 1)
      await postLine(guest, seat, EXPENSIVE_LINES[at % EXPENSIVE_LINES.length] ?? "");
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const pages = ["recap", "export?format=md", "export?format=csv"];
    let requests = 0;
    const step = async () => {
      const page = pages[requests++ % pages.length];
      const response = await fetch(`${app.url}/meetings/${seat.meetingId}/calls/${seat.callId}/${page}`, {
        headers: { cookie },
      });
      await response.arrayBuffer();
    };
    return { step, inParallel: 10 };
  },
};

const largeForms: Attack = {
  finding: 26,
  name: "posts forms of 8 MB",
  async prepare({ app }) {
    const body = `email=${"x".repeat(LARGE_FORM_BYTES)}`;
    const step = async () => {
      const response = await fetch(`${app.url}/sign-in`, {
        method: "POST",
        headers: { origin: app.url, "content-type": "application/x-www-form-urlencoded" },
        body,
      });
      await response.arrayBuffer();
    };
    return { step, inParallel: 20, uploadBytes: LARGE_FORM_BYTES };
  },
};

export const WORKER_ATTACKS: readonly Attack[] = [expensiveLines, largeForms];
