import { createLazyValue } from "~/lib/lazyValue.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import type { ArchiveTexts } from "./core/archive.ts";
import type { ExportRun } from "./core/exportRun.ts";

type CreateExport = (env: Pick<PublicEnv, "supabaseUrl" | "publishableKey">, texts: ArchiveTexts) => ExportRun;

/** The export and the ZIP writer. */
export const exportCode = createLazyValue<CreateExport>(
  async () => (await import("./startExport.client.ts")).createBrowserExport,
);
