import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../../local/keys.ts";
import { freePort } from "./ports.ts";
import { reachProject, readProject } from "./supabaseProject.ts";

let folder: string;
let empty: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-vars-"));
  empty = join(folder, "empty");
  await writeFile(
    join(folder, ".dev.vars"),
    "SUPABASE_URL=https://vars.supabase.co/\nSUPABASE_SECRET_KEY='from-vars'\n",
  );
  await writeFile(join(folder, ".env"), "SUPABASE_URL=https://env.supabase.co\nSUPABASE_PUBLISHABLE_KEY=from-env\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const project = {
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
};

describe("readProject", () => {
  test("names missing variables without any value", async () => {
    await expect(readProject({ SUPABASE_URL: project.SUPABASE_URL, SUPABASE_SECRET_KEY: "" }, empty)).rejects.toThrow(
      "--supabase needs SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY: in the environment, in .dev.vars or in .env.",
    );
  });

  test("rejects the embedded keys for an address beyond loopback", async () => {
    for (const keys of [{ SUPABASE_SECRET_KEY: SECRET_KEY }, { SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY }]) {
      const result = readProject({ ...project, ...keys }, empty);
      await expect(result).rejects.toThrow("embedded Supabase's keys, which everyone knows");
      await expect(result).rejects.not.toThrow(/sb_/u);
    }
    const local = { SUPABASE_URL: "http://localhost:54321", SUPABASE_SECRET_KEY: SECRET_KEY };
    expect(await readProject({ ...project, ...local }, empty)).toMatchObject({ secretKey: SECRET_KEY });
  });

  test.each(["abc.supabase.co", "ftp://abc.supabase.co", "not an address"])("rejects %s as an address", async (url) => {
    await expect(readProject({ ...project, SUPABASE_URL: url }, empty)).rejects.toThrow(
      "SUPABASE_URL is not the address",
    );
  });

  test("reads the environment, then .dev.vars, then .env", async () => {
    expect(await readProject({}, folder)).toEqual({
      url: "https://vars.supabase.co",
      publishableKey: "from-env",
      secretKey: "from-vars",
    });
    expect(await readProject({ SUPABASE_URL: project.SUPABASE_URL }, folder)).toMatchObject({
      url: project.SUPABASE_URL,
    });
  });
});

describe("reachProject", () => {
  test("reports a silent project and a rejected key without values", async () => {
    const port = await freePort();
    const own = { url: `http://127.0.0.1:${port}`, publishableKey: "known", secretKey: "wrong" };
    await expect(reachProject(own)).rejects.toThrow("does not respond");
    const server = createServer((req, res) => res.writeHead(req.headers.apikey === "known" ? 200 : 401).end());
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    await expect(reachProject(own)).rejects.toThrow("The project at SUPABASE_URL rejects SUPABASE_SECRET_KEY.");
    await expect(reachProject({ ...own, secretKey: "known" })).resolves.toBeUndefined();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
