/**
 * `npm run db:freeze`: adds the checksums of new migrations to `supabase/migrations.sha256`, before they land. From then on
 * `npm run check` rejects changes of their files.
 */
import { writeFile } from "node:fs/promises";
import {
  CHECKSUMS_FILE,
  frozenFaults,
  migrationChecksums,
  readFrozen,
  renderChecksums,
  unfrozenNames,
} from "./check/migrations.ts";

const files = await migrationChecksums();
const frozen = await readFrozen();
const faults = frozenFaults(files, frozen);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
await writeFile(CHECKSUMS_FILE, renderChecksums(files));
for (const name of unfrozenNames(files, frozen)) console.log(`frozen: ${name}`);
