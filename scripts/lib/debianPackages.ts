/** Installs Debian packages, as root on Debian or Ubuntu. */
import { runCommand } from "./childProcesses.ts";
import { fileExists } from "./files.ts";

export const canInstall = async (): Promise<boolean> =>
  (await fileExists("/usr/bin/apt-get")) && process.getuid?.() === 0;

/** Throws with the end of apt's output. */
export async function install(packages: readonly string[]): Promise<void> {
  if (packages.length === 0) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const output: string[] = [];
  const onLine = (line: string) => output.push(line);
  await runCommand("apt-get", ["update", "-qq"], { env, onLine });
  const code = await runCommand("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
    env,
    onLine,
  });
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(", ")}:\n${output.slice(-12).join("\n")}`);
}
