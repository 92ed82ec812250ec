import { killOnExit } from "../childProcesses.ts";
import { createStatusLine } from "../statusLine.ts";
import { type FetchResult, fetchPackages, type PackageSet } from "./fetchPackages.ts";

/** Fetches with progress on stdout. Ctrl-C ends apt and deletes what is incomplete. */
export async function fetchInForeground(set: PackageSet): Promise<FetchResult> {
  const controller = new AbortController();
  const line = createStatusLine(process.stdout);
  const fetching = fetchPackages(set, {
    signal: controller.signal,
    onPercent: (percent) => line.show(`Fetching ${set.title} … ${percent} %`, Math.floor(percent / 30)),
    onWait: (pid) => line.show(`Process ${pid} is fetching ${set.title} …`, 0.5),
  });
  killOnExit(async () => {
    controller.abort();
    await fetching;
  });
  const result = await fetching;
  line.clear();
  return result;
}
