import { access } from "node:fs/promises";

export const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Returns the first path that exists, or null. */
export async function firstExisting(paths: readonly (string | undefined)[]): Promise<string | null> {
  for (const path of paths) if (path !== undefined && (await fileExists(path))) return path;
  return null;
}
