/** The servers of a call for one who tries their connection: those that a call would get, with credentials for this alone. */
import { iceResponse } from "#contracts/ice.ts";
import { iceStatus } from "#contracts/iceRequest.ts";
import type { ConfiguredIceServer } from "../lib/loadContext.ts";
import type { AccessToken, SupabaseHttp } from "../lib/supabaseHttp.ts";
import type { ConnectionTestOptions, TestIceServers } from "./connectionTest.ts";

export interface FetchTestIceServersOptions {
  http: Pick<SupabaseHttp, "get" | "post">;
  /** As of the page. */
  accessToken: AccessToken;
  /** Of a meeting that one may enter, or waits at; null: of none yet. */
  meetingCode: string | null;
  /** Those that every page knows. */
  publicServers: readonly ConfiguredIceServer[];
}

const ICE_FUNCTION_PATH = "/functions/v1/ice";

/** Who has no session, or may not enter yet, is refused a relay: then it is asked only whether there is one. */
export const createFetchTestIceServers =
  ({
    http,
    accessToken,
    meetingCode,
    publicServers,
  }: FetchTestIceServersOptions): ConnectionTestOptions["fetchIceServers"] =>
  (signal) => {
    const withoutRelay = (relay: "withheld" | "none"): TestIceServers => ({ servers: publicServers, relay });
    const timedOut = new Promise<TestIceServers>((resolve) =>
      signal.addEventListener("abort", () => resolve(withoutRelay("none"))),
    );
    const fetchServers = async (): Promise<TestIceServers> => {
      if (meetingCode !== null && (await accessToken()) !== null) {
        const response = await http.post(ICE_FUNCTION_PATH, { code: meetingCode }, { signal });
        const parsedServers = iceResponse.safeParse(response.ok ? response.value : null);
        if (parsedServers.success) {
          const servers = parsedServers.data.ice_servers;
          return servers.length === 0
            ? withoutRelay("none")
            : { servers, relay: servers.some(isRelay) ? "here" : "none" };
        }
      }
      const state = await http.get(ICE_FUNCTION_PATH);
      const parsedState = iceStatus.safeParse(state.ok ? state.value : null);
      return withoutRelay(parsedState.success && parsedState.data.relay ? "withheld" : "none");
    };
    return Promise.race([fetchServers().catch(() => withoutRelay("none")), timedOut]);
  };

const isRelay = ({ urls }: { readonly urls: readonly string[] }) => urls.some((url) => url.startsWith("turn"));
