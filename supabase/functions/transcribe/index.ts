/**
 * Edge function `transcribe`: what somebody in a call says becomes text, by the recogniser of whoever runs Parley. Keeps no
 * sound, logs no text; only for those who are in the call, so that it is no open proxy to a recogniser.
 */
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { makeEnvironment, projectFrom } from "../_shared/env.ts";
import { makeLog } from "../_shared/log.ts";
import { makeTurns } from "../_shared/turns.ts";
import { recogniserFrom } from "./configured.ts";
import { makeHandler } from "./handler.ts";
import { makeTermsOf } from "./hints.ts";
import { makeRepeats } from "./repeats.ts";
import { spendingFrom } from "./spent.ts";

const environment = makeEnvironment((name) => Deno.env.get(name));
const project = projectFrom(environment);
const now = () => performance.now();
const hear = recogniserFrom(environment, { now, timeout: (milliseconds) => AbortSignal.timeout(milliseconds) });

Deno.serve(
  makeHandler(
    {
      ...spendingFrom(project),
      takeTurn: makeTurns({ count: TRANSCRIBE.perMinute, span: 60_000, now }),
      termsOf: makeTermsOf(project, now),
      hear,
      repeats: makeRepeats(now),
    },
    makeLog("transcribe"),
  ),
);
