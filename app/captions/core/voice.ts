/** Cuts a voice into phrases with the worklet `voice.worklet.ts`, off the main thread. */
import * as z from "zod/mini";
import type { OpenVoice } from "./serverRecogniser.ts";

const WORKLET_URL = "/voice.js";

const workletMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("speaking"), speaking: z.boolean() }),
  z.object({ type: z.literal("segment"), samples: z.instanceof(Int16Array<ArrayBuffer>), ago: z.number() }),
]);

export const openVoice: OpenVoice = (track, events) => {
  if (!("AudioWorkletNode" in globalThis)) {
    queueMicrotask(events.failed);
    return { close() {} };
  }
  const context = new AudioContext();
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    void context.close();
  };
  const open = async () => {
    await context.audioWorklet.addModule(WORKLET_URL);
    if (closed) return;
    const node = new AudioWorkletNode(context, "voice", {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: "explicit",
    });
    node.port.onmessage = ({ data }) => {
      const message = workletMessage.safeParse(data).data;
      if (message === undefined || closed) return;
      if (message.type === "speaking") events.speaking(message.speaking);
      else events.segment(message);
    };
    node.onprocessorerror = events.failed;
    context.createMediaStreamSource(new MediaStream([track])).connect(node);
    // The context is suspended until the user has interacted with the page.
    await context.resume();
  };
  open().catch(() => {
    if (closed) return;
    close();
    events.failed();
  });
  return { close };
};
