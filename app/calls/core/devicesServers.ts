/** The servers of a call for one who tries their connection: those that a call would get, with credentials for this alone. */
import { iceAnswer } from "#contracts/ice.ts";
import { iceState } from "#contracts/iceRequest.ts";
import type { IceServer } from "../../platform/context.ts";
import type { AccessToken, Http } from "../../platform/rpcHttp.ts";
import type { CallServers, NetworkParts } from "./devicesNetwork.ts";

export interface FindServersOptions {
  http: Pick<Http, "get" | "post">;
  /** As of the page. */
  accessToken: AccessToken;
  /** Of a meeting that one may enter, or waits at; null: of none yet. */
  code: string | null;
  /** Those that every page knows. */
  known: readonly IceServer[];
}

const PATH = "/functions/v1/ice";

/** Who has no session, or may not enter yet, is refused a relay: then it is asked only whether there is one. */
export const createFindServers =
  ({ http, accessToken, code, known }: FindServersOptions): NetworkParts["findServers"] =>
  (signal) => {
    const without = (relay: "withheld" | "none"): CallServers => ({ servers: known, relay });
    const late = new Promise<CallServers>((resolve) =>
      signal.addEventListener("abort", () => resolve(without("none"))),
    );
    const find = async (): Promise<CallServers> => {
      if (code !== null && (await accessToken()) !== null) {
        const answer = await http.post(PATH, { code }, { signal });
        const given = iceAnswer.safeParse(answer.ok ? answer.value : null);
        if (given.success) {
          const servers = given.data.ice_servers;
          return servers.length === 0 ? without("none") : { servers, relay: servers.some(isRelay) ? "here" : "none" };
        }
      }
      const state = await http.get(PATH);
      const told = iceState.safeParse(state.ok ? state.value : null);
      return without(told.success && told.data.relay ? "withheld" : "none");
    };
    return Promise.race([find().catch(() => without("none")), late]);
  };

const isRelay = ({ urls }: { readonly urls: readonly string[] }) => urls.some((url) => url.startsWith("turn"));
