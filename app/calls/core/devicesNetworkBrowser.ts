/** What `checkNetwork` asks of a browser. */
import type { IceServer, PublicEnv } from "../../platform/context.ts";
import type { Gathered } from "./devicesNetwork.ts";

/** A file of ours, past every cache. */
export async function askServer(signal: AbortSignal): Promise<void> {
  const answer = await fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

/** Realtime's socket: it opens for whoever has the publishable key; what is heard by it needs more. */
export const openRealtimeSocket = ({ supabaseUrl, publishableKey }: PublicEnv, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const query = new URLSearchParams({ apikey: publishableKey, vsn: "1.0.0" });
    const socket = new WebSocket(`${supabaseUrl.replace(/^http/u, "ws")}/realtime/v1/websocket?${query}`);
    const refuse = () => reject(new Error("the socket did not open"));
    socket.addEventListener("open", () => {
      resolve();
      socket.close();
    });
    socket.addEventListener("error", refuse);
    signal.addEventListener("abort", () => {
      refuse();
      socket.close();
    });
  });

/** Connects two connections of this page by a data channel, and gathers until all candidates are there. */
export async function gatherCandidates(iceServers: readonly IceServer[], signal: AbortSignal): Promise<Gathered> {
  const configuration: RTCConfiguration = {
    iceServers: iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(username !== undefined && { username }),
      ...(credential !== undefined && { credential }),
    })),
  };
  const [one, other] = [new RTCPeerConnection(configuration), new RTCPeerConnection(configuration)];
  const kinds = new Set<string>();
  const pass = (from: RTCPeerConnection, to: RTCPeerConnection) =>
    from.addEventListener("icecandidate", ({ candidate }) => {
      if (candidate === null) return;
      if (candidate.type !== null) kinds.add(candidate.type);
      // What cannot be used is no way.
      to.addIceCandidate(candidate).catch(() => {});
    });
  pass(one, other);
  pass(other, one);
  const connected = new Promise<boolean>((resolve) => {
    one.addEventListener("connectionstatechange", () => {
      if (one.connectionState === "connected") resolve(true);
      if (one.connectionState === "failed") resolve(false);
    });
    signal.addEventListener("abort", () => resolve(one.connectionState === "connected"));
  });
  const gathered = new Promise<void>((resolve) => {
    const look = () => one.iceGatheringState === "complete" && resolve();
    one.addEventListener("icegatheringstatechange", look);
    signal.addEventListener("abort", () => resolve());
  });
  try {
    one.createDataChannel("check");
    await one.setLocalDescription();
    if (one.localDescription !== null) await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription();
    if (other.localDescription !== null) await one.setRemoteDescription(other.localDescription);
    const [reached] = await Promise.all([connected, gathered]);
    return { kinds, connected: reached };
  } finally {
    one.close();
    other.close();
  }
}
