/** Cuts a voice into phrases on the audio thread. Bundled separately as `/voice.js`, and loaded by `core/voice.ts`. */
import { createSegmenter } from "./core/segmenter.ts";

/** Globals of an AudioWorklet (Web Audio specification), which TypeScript's libraries lack. */
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

class Voice extends AudioWorkletProcessor {
  readonly #segmenter = createSegmenter({
    rate: sampleRate,
    onSpeaking: (speaking) => this.port.postMessage({ type: "speaking", speaking }),
    onSegment: ({ samples, ago }) => this.port.postMessage({ type: "segment", samples, ago }, [samples.buffer]),
  });

  /** Receives one input, which the node mixes to one channel; no channel without a source. */
  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0];
    if (channel !== undefined) this.#segmenter.push(channel);
    return true;
  }
}

registerProcessor("voice", Voice);
