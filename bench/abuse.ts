/**
 * The time of a stranger's line while one guest attacks, beside the same time on the quiet system, both in one run.
 * The attacks are those of the audit (docs/security.md). Each step goes through the public API.
 */
import postgres from "postgres";
import type { App } from "../tests/support/app.ts";
import { whileRepeating } from "./abuse/attack.ts";
import { DATABASE_ATTACKS } from "./abuse/databaseAttacks.ts";
import { loadLines } from "./abuse/lines.ts";
import { warmConnections } from "./abuse/people.ts";
import { READ_ATTACKS } from "./abuse/readAttacks.ts";
import { measureSweep } from "./abuse/sweep.ts";
import { startTimedLines, summarize } from "./abuse/timedLines.ts";
import { WORKER_ATTACKS } from "./abuse/workerAttacks.ts";
import { scaled } from "./scale.ts";
import type { Figure } from "./table.ts";

const STORED_LINES = scaled(200_000, 2_000);
const QUIET_ROUNDS = scaled(60, 5);
const ATTACK_ROUNDS = scaled(40, 3);

export async function measureAbuse(app: App): Promise<Figure[]> {
  const admin = postgres(app.stack.adminDatabaseUrl, { max: 2, onnotice: () => {} });
  await loadLines(admin, STORED_LINES);
  await warmConnections(app.stack);
  const lines = await startTimedLines(app.stack);
  const quiet = summarize(await lines.time(QUIET_ROUNDS)).p95;
  const figures: Figure[] = [];
  for (const attack of [...DATABASE_ATTACKS, ...READ_ATTACKS, ...WORKER_ATTACKS]) {
    const prepared = await attack.prepare({ app, admin });
    const timed = await whileRepeating(prepared, () => lines.time(ATTACK_ROUNDS));
    const { p95, failures } = summarize(timed);
    figures.push({
      name: `finding ${attack.finding}: a guest ${attack.name}`,
      value: p95 / quiet,
      samples: timed.length,
      bar: 3,
      unit: "",
      note: `line of a stranger, p95 ${p95.toFixed(0)} ms; quiet ${quiet.toFixed(0)} ms${failures}`,
    });
  }
  figures.push(...(await measureSweep(app, admin, lines, quiet)));
  lines.close();
  await admin.end();
  return figures;
}
