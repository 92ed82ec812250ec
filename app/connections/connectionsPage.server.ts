/** Loads the section of connected accounts in `/settings/security`, and handles its forms. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { LinkedIdentity } from "#contracts/identities.ts";
import { providerName } from "#contracts/providerNames.ts";
import { hasCodes } from "~/lib/connections.ts";
import type { SignInWays, Viewer } from "~/lib/loadContext.ts";
import { CONNECTION_INTENTS, type ConnectionFailure, type ConnectionsView } from "./connectionsView.ts";

type Context = Pick<AppLoadContext, "rpc" | "signIn">;

/** Returns null if there is nothing to connect or disconnect, and without an answer of the database. */
export async function readConnections(
  { rpc, signIn }: Context,
  viewer: Viewer,
  request: Request,
): Promise<ConnectionsView | null> {
  const [ways, found] = await Promise.all([signIn.ways(), rpc("my_identities", {})]);
  if (!found.ok || (ways.providers.length === 0 && found.value.length === 0)) return null;
  const search = new URL(request.url).searchParams;
  const removes = search.get("disconnect");
  return {
    connected: found.value.map((identity) => ({
      ...{ id: identity.id, name: identity.name, connectedAt: identity.connected_at },
      providerName: nameOf(identity.provider, ways),
      isRemovable:
        hasCodes(viewer, ways) ||
        found.value.some(({ id, provider }) => id !== identity.id && isOffered(provider, ways)),
    })),
    offered: ways.providers.filter(({ id }) => !found.value.some(({ provider }) => provider === id)),
    removes: found.value.some(({ id }) => id === removes) ? removes : null,
    outcome: outcomeOf(search, found.value, ways),
  };
}

const isOffered = (provider: string, { providers }: SignInWays) => providers.some(({ id }) => id === provider);
const nameOf = (provider: string, { providers }: SignInWays) =>
  providers.find(({ id }) => id === provider)?.name ?? providerName(provider);

/** Anybody can write the parameters, so they count only as far as the identities confirm them. */
function outcomeOf(
  search: URLSearchParams,
  identities: readonly LinkedIdentity[],
  ways: SignInWays,
): ConnectionsView["outcome"] {
  const isConnected = (provider: string) => identities.some((identity) => identity.provider === provider);
  const connected = search.get("connected") ?? "";
  if (isConnected(connected)) return { kind: "connected", name: nameOf(connected, ways) };
  if (isOffered(connected, ways)) return { kind: "failed", name: nameOf(connected, ways) };
  const disconnected = search.get("disconnected") ?? "";
  if (!isOffered(disconnected, ways) || isConnected(disconnected)) return null;
  return { kind: "disconnected", name: nameOf(disconnected, ways) };
}

const connectionForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(CONNECTION_INTENTS[0]), id: z.string() }),
  z.object({ intent: z.literal(CONNECTION_INTENTS[1]), id: z.guid() }),
]);

export const isConnectionForm = (form: FormData): boolean =>
  CONNECTION_INTENTS.some((intent) => intent === form.get("intent"));

/** Returns a failure, else redirects: to the provider, and to the changed list. */
export async function handleConnectionForm(
  { signIn }: Context,
  viewer: Viewer,
  form: FormData,
): Promise<ConnectionFailure> {
  const parsed = connectionForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { id: "", problem: "request/invalid" };
  const { intent, id } = parsed.data;
  const result =
    intent === "connect" ? await signIn.connectProvider(viewer, id) : await signIn.disconnectIdentity(viewer, id);
  if (result.ok) throw redirect(result.path);
  return { id, problem: result.problem };
}
