/** Starts servers of tests and benches on loopback, each on a free port. */
import { once } from "node:events";
import type { Server } from "node:http";

export interface Listening {
  /** The base URL without a trailing slash. */
  readonly url: string;
  /** Stops the server and closes its open connections. */
  close(): Promise<void>;
}

export async function onLoopback(server: Server): Promise<Listening> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
