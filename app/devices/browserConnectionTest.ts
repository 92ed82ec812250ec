/** The browser's part of `testConnection`. */
import type { ConfiguredIceServer, PublicEnv } from "../lib/loadContext.ts";
import type { GatheringResult } from "./connectionTest.ts";

/** Requests one of our files, bypassing caches. */
export async function pingServer(signal: AbortSignal): Promise<void> {
  const response = await fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/** Realtime's socket opens with the publishable key alone; joining a topic needs a token. */
export const openRealtimeSocket = ({ supabaseUrl, publishableKey }: PublicEnv, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const query = new URLSearchParams({ apikey: publishableKey, vsn: "1.0.0" });
    const socket = new WebSocket(`${supabaseUrl.replace(/^http/u, "ws")}/realtime/v1/websocket?${query}`);
    const onFailure = () => reject(new Error("the socket did not open"));
    socket.addEventListener("open", () => {
      resolve();
      socket.close();
    });
    socket.addEventListener("error", onFailure);
    signal.addEventListener("abort", () => {
      onFailure();
      socket.close();
    });
  });

/** Connects two connections of this page by a data channel, and waits until all candidates are gathered. */
export async function gatherCandidates(
  iceServers: readonly ConfiguredIceServer[],
  signal: AbortSignal,
): Promise<GatheringResult> {
  const configuration: RTCConfiguration = {
    iceServers: iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(username !== undefined && { username }),
      ...(credential !== undefined && { credential }),
    })),
  };
  const [local, remote] = [new RTCPeerConnection(configuration), new RTCPeerConnection(configuration)];
  const candidateTypes = new Set<string>();
  const forwardCandidates = (from: RTCPeerConnection, to: RTCPeerConnection) =>
    from.addEventListener("icecandidate", ({ candidate }) => {
      if (candidate === null) return;
      if (candidate.type !== null) candidateTypes.add(candidate.type);
      // A rejected candidate is not a usable path.
      to.addIceCandidate(candidate).catch(() => {});
    });
  forwardCandidates(local, remote);
  forwardCandidates(remote, local);
  const connected = new Promise<boolean>((resolve) => {
    local.addEventListener("connectionstatechange", () => {
      if (local.connectionState === "connected") resolve(true);
      if (local.connectionState === "failed") resolve(false);
    });
    signal.addEventListener("abort", () => resolve(local.connectionState === "connected"));
  });
  const gathered = new Promise<void>((resolve) => {
    const resolveIfComplete = () => local.iceGatheringState === "complete" && resolve();
    local.addEventListener("icegatheringstatechange", resolveIfComplete);
    signal.addEventListener("abort", () => resolve());
  });
  try {
    local.createDataChannel("check");
    await local.setLocalDescription();
    if (local.localDescription !== null) await remote.setRemoteDescription(local.localDescription);
    await remote.setLocalDescription();
    if (remote.localDescription !== null) await local.setRemoteDescription(remote.localDescription);
    const [reached] = await Promise.all([connected, gathered]);
    return { candidateTypes, connected: reached };
  } finally {
    local.close();
    remote.close();
  }
}
