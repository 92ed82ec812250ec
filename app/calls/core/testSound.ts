/** A sound to try a speaker with. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import { playOn } from "./devicesSpeaker.ts";

/** Two notes one after the other, rising: hertz, and seconds after the beginning. */
const NOTES = [
  { pitch: 523.25, at: 0 },
  { pitch: 783.99, at: 0.28 },
] as const;
const NOTE_LENGTH = 0.7;
const LOUDNESS = 0.25;

/**
 * Plays a sound of about a second on the speaker, made here: nothing is loaded. Settles when it has been played. To be
 * called in a press. Errors: `device/not-found` when that speaker cannot be had, `bug/unexpected` without Web Audio.
 */
export async function playTestSound(speaker: string | null): Promise<Result<null>> {
  if (!("AudioContext" in globalThis)) return fail("bug/unexpected", "no Web Audio");
  const context = new AudioContext();
  const out = context.createMediaStreamDestination();
  // By an element: it can be sent to a speaker in more browsers than the context itself.
  const element = new Audio();
  element.srcObject = out.stream;
  try {
    const sent = await playOn(element, speaker);
    if (!sent.ok) return sent;
    await Promise.all([context.resume(), element.play()]);
    const begin = context.currentTime + 0.05;
    const ended = NOTES.map(({ pitch, at }) => note(context, out, pitch, begin + at));
    await Promise.all(ended);
    return ok(null);
  } catch (error) {
    return fail("device/not-found", error instanceof Error ? error.name : "unknown");
  } finally {
    element.srcObject = null;
    await context.close();
  }
}

/** Struck and dying away. Settles when it is over. */
function note(context: AudioContext, out: AudioNode, pitch: number, at: number): Promise<void> {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + NOTE_LENGTH);
  oscillator.connect(gain).connect(out);
  const ended = new Promise<void>((resolve) => {
    oscillator.onended = () => resolve();
  });
  oscillator.start(at);
  oscillator.stop(at + NOTE_LENGTH);
  return ended;
}
