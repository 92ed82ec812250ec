/** Installs Debian packages where we may: as root on Debian or Ubuntu. */
import { access } from "node:fs/promises";
import { runCommand } from "./childProcesses.ts";

export async function canInstall(): Promise<boolean> {
  const apt = await access("/usr/bin/apt-get").then(
    () => true,
    () => false,
  );
  return apt && process.getuid?.() === 0;
}

/** Throws with apt's own words. */
export async function install(packages: readonly string[]): Promise<void> {
  if (packages.length === 0) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const said: string[] = [];
  const onLine = (line: string) => said.push(line);
  await runCommand("apt-get", ["update", "-qq"], { env, onLine });
  const code = await runCommand("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
    env,
    onLine,
  });
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(", ")}:\n${said.slice(-12).join("\n")}`);
}
