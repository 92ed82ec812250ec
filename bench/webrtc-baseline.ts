/**
 * What two such browsers take on this machine without Parley: an empty page each, one bare connection between them, signalled
 * over one socket. It stands beside what a call takes: an hour in which the machine is slow shows in both.
 */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { onLoopback } from "../tests/support/loopback.ts";
import { arrive } from "../tests/support/people.ts";

export interface BaselineTimes {
  /** Milliseconds from one's camera and socket being there to the first frame of the other; one for each round. */
  readonly entered: readonly number[];
  /** Milliseconds from the page's address to the first frame of the other. */
  readonly opened: readonly number[];
}

const PAGE = "<!doctype html><video muted autoplay playsinline></video><video autoplay playsinline></video>";

/** Pages that are empty, and a socket on which each hears what the others say. */
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

/** In the page. Who `offers` answers with the times of the first frame; who does not answers everyone who comes. */
async function meet(offers: boolean): Promise<{ entered: number; opened: number } | null> {
  const [own, other] = document.querySelectorAll("video");
  if (own === undefined || other === undefined) throw new Error("Not the bare page");
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
  own.srcObject = stream;
  const socket = new WebSocket(location.href.replace("http", "ws"));
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const say = (signal: object) => socket.send(JSON.stringify(signal));
  const connect = () => {
    const made = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    for (const track of stream.getTracks()) made.addTrack(track, stream);
    made.onicecandidate = ({ candidate }) => candidate !== null && say({ candidate });
    made.ontrack = ({ streams: [theirs] }) => {
      other.srcObject ??= theirs ?? null;
    };
    return made;
  };
  const began = performance.now();
  let connection = offers ? connect() : null;
  let steps = Promise.resolve();
  const heard = async ({ description, candidate }: { description?: RTCSessionDescription; candidate?: object }) => {
    if (description?.type === "offer") {
      connection?.close();
      other.srcObject = null;
      connection = connect();
    }
    if (description !== undefined) await connection?.setRemoteDescription(description);
    else await connection?.addIceCandidate(candidate);
    if (description?.type !== "offer") return;
    await connection?.setLocalDescription();
    say({ description: connection?.localDescription });
  };
  socket.onmessage = ({ data }) => {
    steps = steps.then(() => heard(JSON.parse(data)));
  };
  if (!offers) return null;
  const frame = new Promise<number>((resolve) =>
    other.addEventListener("loadstart", () => other.requestVideoFrameCallback(() => resolve(performance.now()))),
  );
  await connection?.setLocalDescription();
  say({ description: connection?.localDescription });
  const opened = await frame;
  return { entered: opened - began, opened };
}

export async function baselineTimes(rounds: number): Promise<BaselineTimes> {
  const server = await serveSocket();
  const options = { locale: "en", url: server.url, smallPictures: 15 } as const;
  const [host, guest] = [await arrive(options), await arrive(options)];
  await host.page.goto("/");
  await host.page.evaluate(meet, false);
  const times: { entered: number; opened: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await guest.page.goto("/");
    const took = await guest.page.evaluate(meet, true);
    if (took !== null) times.push(took);
  }
  await Promise.all([host.leave(), guest.leave()]);
  await server.close();
  return { entered: times.map(({ entered }) => entered), opened: times.map(({ opened }) => opened) };
}
