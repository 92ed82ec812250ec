/** Requests as an attacker writes them, without Parley's own client, which would reject or retry some. */
import type { Stack } from "../../local/index.ts";
import type { Guest } from "./people.ts";

/** Calls a database function and discards the response. Without a guest, the caller is nobody. */
export async function callRpc(stack: Stack, guest: Guest | null, name: string, args: object): Promise<void> {
  const response = await fetch(`${stack.url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: stack.publishableKey,
      "content-type": "application/json",
      ...(guest && { authorization: `Bearer ${guest.token}` }),
    },
    body: JSON.stringify(args),
  });
  await response.arrayBuffer();
}

export async function readTable(stack: Stack, { token }: Guest, query: string): Promise<void> {
  const response = await fetch(`${stack.url}/rest/v1/${query}`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
}
