import { fail, ok } from "#contracts/errors.ts";
import { iceResponse } from "#contracts/ice.ts";
import type { SupabaseHttp } from "../lib/supabaseHttp.ts";
import type { FetchIceServers } from "../webrtc/ice.ts";

/** Fetches the ICE servers of one peer from the edge function `ice`. */
export const createFetchIceServers =
  (http: Pick<SupabaseHttp, "post">, meetingId: string): FetchIceServers =>
  async (peerId, signal) => {
    const response = await http.post("/functions/v1/ice", { meeting_id: meetingId, peer_id: peerId }, { signal });
    if (!response.ok) return response;
    const parsed = iceResponse.safeParse(response.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "ice answered in another shape");
  };
