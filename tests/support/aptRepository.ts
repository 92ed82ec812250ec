/** A signed Debian repository on loopback, whose responses a test can change, and the apt configuration that uses it. */
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface TestPackage {
  readonly name: string;
  readonly depends?: string;
  /** Size of its one file `/usr/share/NAME/data`. */
  readonly bytes: number;
}

export interface AptRepository {
  /** Environment variables that make apt use this repository alone. */
  readonly env: Readonly<Record<string, string>>;
  /** Paths of all requests. */
  readonly requests: string[];
  /** Responds instead of the repository, if it returns true. Reset by `reset`. */
  intercept: (path: string, response: ServerResponse, request: IncomingMessage) => boolean;
  reset(): void;
  /** Returns the bytes of a served file, such as `Packages`. */
  read(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

export const toolsForRepository = async (): Promise<boolean> =>
  run("sh", ["-c", "command -v apt-get && command -v dpkg-deb && command -v gpg && command -v gpgconf"]).then(
    () => true,
    () => false,
  );

export async function createAptRepository(packages: readonly TestPackage[]): Promise<AptRepository> {
  const folder = await mkdtemp(join(tmpdir(), "parley-apt-"));
  // As root, apt reads keys and configuration as another user.
  await chmod(folder, 0o755);
  const served = join(folder, "served");
  await mkdir(served);
  const entries: string[] = [];
  for (const one of packages) entries.push(await build(one, folder, served));
  const index = entries.join("\n");
  await writeFile(join(served, "Packages"), index);
  const release = [
    "Origin: Parley",
    "Suite: test",
    "Codename: test",
    "Date: Thu, 01 Jan 2026 00:00:00 UTC",
    "Architectures: all amd64 arm64",
    "SHA256:",
    ` ${sha256(Buffer.from(index))} ${Buffer.byteLength(index)} Packages`,
    "",
  ].join("\n");
  const key = await sign(folder, release, join(served, "InRelease"));

  const requests: string[] = [];
  const pass = () => false;
  const repository = { intercept: pass as AptRepository["intercept"] };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname.replace(/^\/(?:\.\/)?/u, "");
    requests.push(path);
    if (repository.intercept(path, response, request)) return;
    readFile(join(served, path)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  await writeFile(join(folder, "sources.list"), `deb [signed-by=${key}] http://127.0.0.1:${port} ./\n`);
  const config = join(folder, "apt.conf");
  await writeFile(
    config,
    [
      `Dir::Etc::main "/dev/null";`,
      `Dir::Etc::parts "/dev/null";`,
      `Dir::Etc::sourcelist "${join(folder, "sources.list")}";`,
      `Dir::Etc::sourceparts "-";`,
      `Acquire::http::Pipeline-Depth "0";`,
    ].join("\n"),
  );
  return Object.assign(repository, {
    env: { APT_CONFIG: config, http_proxy: "", https_proxy: "", no_proxy: "" },
    requests,
    reset: () => {
      repository.intercept = pass;
      requests.length = 0;
    },
    read: (path: string) => readFile(join(served, path)),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** Builds a package and returns its entry of the index. */
async function build({ name, depends, bytes }: TestPackage, folder: string, served: string): Promise<string> {
  const tree = join(folder, "build", name);
  await mkdir(join(tree, "DEBIAN"), { recursive: true });
  await chmod(join(tree, "DEBIAN"), 0o755);
  await mkdir(join(tree, "usr/share", name), { recursive: true });
  await writeFile(join(tree, "usr/share", name, "data"), randomBytes(bytes));
  const control = [
    `Package: ${name}`,
    "Version: 1.0",
    "Architecture: all",
    "Maintainer: Parley <parley@parley.example>",
    ...(depends === undefined ? [] : [`Depends: ${depends}`]),
    "Description: test",
  ];
  await writeFile(join(tree, "DEBIAN/control"), `${control.join("\n")}\n`);
  const file = `${name}_1.0_all.deb`;
  await run("dpkg-deb", ["--root-owner-group", "-Zgzip", "-b", tree, join(served, file)]);
  const content = await readFile(join(served, file));
  const { size } = await stat(join(served, file));
  return [...control, `Filename: ./${file}`, `Size: ${size}`, `SHA256: ${sha256(content)}`, ""].join("\n");
}

/** Signs `text` with a new key and returns the path of its public part. */
async function sign(folder: string, text: string, path: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "parley-gpg-"));
  const gpg = (...args: string[]) => run("gpg", ["--homedir", home, "--batch", "--yes", ...args]);
  try {
    await gpg("--passphrase", "", "--quick-gen-key", "parley@parley.example", "rsa2048", "sign", "never");
    await writeFile(join(folder, "Release"), text);
    await gpg("--clearsign", "--output", path, join(folder, "Release"));
    const key = join(folder, "key.asc");
    await gpg("--armor", "--output", key, "--export", "parley@parley.example");
    await chmod(key, 0o644);
    return key;
  } finally {
    await run("gpgconf", ["--homedir", home, "--kill", "all"]).catch(() => {});
    await rm(home, { recursive: true, force: true });
  }
}
