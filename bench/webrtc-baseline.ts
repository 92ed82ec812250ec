/**
 * The time of two such browsers on this machine without Parley: an empty page each and a bare connection between them,
 * signalled over one socket. A slow machine slows this baseline and the call alike.
 */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { onLoopback } from "../tests/support/loopback.ts";
import { arrive } from "../tests/support/people.ts";

export interface BaselineTimes {
  /** Milliseconds from camera and socket being ready to the first remote frame, for each round. */
  readonly entered: readonly number[];
  /** Milliseconds from navigation to the first remote frame, for each round. */
  readonly opened: readonly number[];
}

const PAGE = "<!doctype html><video muted autoplay playsinline></video><video autoplay playsinline></video>";

/** Serves an empty page, and a socket that forwards each message to all other clients. */
async function serveSocket() {
  const http = createServer((_request, response) => response.setHeader("content-type", "text/html").end(PAGE));
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (socket) =>
    socket.on("message", (message) => {
      for (const other of sockets.clients) if (other !== socket) other.send(String(message));
    }),
  );
  const { url, close } = await onLoopback(http);
  return {
    url,
    async close() {
      sockets.close();
      await close();
    },
  };
}

/** Runs in the page. The offering side returns the times of its first frame; the other side accepts every offer. */
async function connectBare(offers: boolean): Promise<{ entered: number; opened: number } | null> {
  const [local, remote] = document.querySelectorAll("video");
  if (local === undefined || remote === undefined) throw new Error("Not the bare page");
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
  local.srcObject = stream;
  const socket = new WebSocket(location.href.replace("http", "ws"));
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const send = (signal: object) => socket.send(JSON.stringify(signal));
  const createConnection = () => {
    const created = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    for (const track of stream.getTracks()) created.addTrack(track, stream);
    created.onicecandidate = ({ candidate }) => candidate !== null && send({ candidate });
    created.ontrack = ({ streams: [remoteStream] }) => {
      remote.srcObject ??= remoteStream ?? null;
    };
    return created;
  };
  const startedAt = performance.now();
  let connection = offers ? createConnection() : null;
  let steps = Promise.resolve();
  const receive = async ({ description, candidate }: { description?: RTCSessionDescription; candidate?: object }) => {
    if (description?.type === "offer") {
      connection?.close();
      remote.srcObject = null;
      connection = createConnection();
    }
    if (description !== undefined) await connection?.setRemoteDescription(description);
    else await connection?.addIceCandidate(candidate);
    if (description?.type !== "offer") return;
    await connection?.setLocalDescription();
    send({ description: connection?.localDescription });
  };
  socket.onmessage = ({ data }) => {
    steps = steps.then(() => receive(JSON.parse(data)));
  };
  if (!offers) return null;
  const frame = new Promise<number>((resolve) =>
    remote.addEventListener("loadstart", () => remote.requestVideoFrameCallback(() => resolve(performance.now()))),
  );
  await connection?.setLocalDescription();
  send({ description: connection?.localDescription });
  const opened = await frame;
  return { entered: opened - startedAt, opened };
}

export async function baselineTimes(rounds: number): Promise<BaselineTimes> {
  const server = await serveSocket();
  const options = { locale: "en", url: server.url, smallPictures: 15 } as const;
  const [host, guest] = [await arrive(options), await arrive(options)];
  await host.page.goto("/");
  await host.page.evaluate(connectBare, false);
  const times: { entered: number; opened: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await guest.page.goto("/");
    const measured = await guest.page.evaluate(connectBare, true);
    if (measured !== null) times.push(measured);
  }
  await Promise.all([host.leave(), guest.leave()]);
  await server.close();
  return { entered: times.map(({ entered }) => entered), opened: times.map(({ opened }) => opened) };
}
