/** The phrases of a voice, cut where its sound is: bundled on its own, as `/voice.js`, and loaded by `core/voice.ts`. */
import { createSegmenter } from "./core/segmenter.ts";

/** What surrounds a worklet, in the words of the Web Audio specification: TypeScript's libraries leave it out. */
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

  /** One input, mixed to one channel by its node; without a source there is none. */
  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0];
    if (channel !== undefined) this.#segmenter.push(channel);
    return true;
  }
}

registerProcessor("voice", Voice);
