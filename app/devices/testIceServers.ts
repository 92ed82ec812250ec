/** Fetches the ICE servers that a call would get, with credentials for the connection test only. */
import { iceResponse } from "#contracts/ice.ts";
import { iceStatus } from "#contracts/iceRequest.ts";
import type { ConfiguredIceServer } from "../lib/loadContext.ts";
import type { AccessToken, SupabaseHttp } from "../lib/supabaseHttp.ts";
import type { ConnectionTestOptions, TestIceServers } from "./connectionTest.ts";

export interface FetchTestIceServersOptions {
  http: Pick<SupabaseHttp, "get" | "post">;
  accessToken: AccessToken;
  /** Code of a meeting that the user may enter or waits for; null if there is none yet. */
  meetingCode: string | null;
  /** The servers configured for every page. */
  publicServers: readonly ConfiguredIceServer[];
}

const ICE_FUNCTION_PATH = "/functions/v1/ice";

/** Without a session or before admission there are no relay credentials. Then only the relay's existence is requested. */
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
      const response = await http.get(ICE_FUNCTION_PATH);
      const parsedStatus = iceStatus.safeParse(response.ok ? response.value : null);
      return withoutRelay(parsedStatus.success && parsedStatus.data.relay ? "withheld" : "none");
    };
    return Promise.race([fetchServers().catch(() => withoutRelay("none")), timedOut]);
  };

const isRelay = ({ urls }: { readonly urls: readonly string[] }) => urls.some((url) => url.startsWith("turn"));
