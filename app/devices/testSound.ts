import { fail, ok, type Result } from "#contracts/errors.ts";
import { setSpeaker } from "./speakerOutput.ts";

/** Two rising notes: `pitch` in hertz, `at` in seconds after the start. */
const NOTES = [
  { pitch: 523.25, at: 0 },
  { pitch: 783.99, at: 0.28 },
] as const;
const NOTE_DURATION_SECONDS = 0.7;
const PEAK_GAIN = 0.25;

/**
 * Plays a synthesized sound of about a second on a speaker. Settles when the sound ends. Browsers allow it only in a click
 * handler. Errors: `device/not-found` if the speaker is missing, `bug/unexpected` without Web Audio.
 */
export async function playTestSound(speaker: string | null): Promise<Result<null>> {
  if (!("AudioContext" in globalThis)) return fail("bug/unexpected", "no Web Audio");
  const context = new AudioContext();
  const out = context.createMediaStreamDestination();
  // More browsers can select the speaker of an element than that of the context.
  const element = new Audio();
  element.srcObject = out.stream;
  try {
    const routed = await setSpeaker(element, speaker);
    if (!routed.ok) return routed;
    await Promise.all([context.resume(), element.play()]);
    const startSeconds = context.currentTime + 0.05;
    const ended = NOTES.map(({ pitch, at }) => playNote(context, out, pitch, startSeconds + at));
    await Promise.all(ended);
    return ok(null);
  } catch (error) {
    return fail("device/not-found", error instanceof Error ? error.name : "unknown");
  } finally {
    element.srcObject = null;
    await context.close();
  }
}

/** Plays a note that fades out. Settles when it ends. */
function playNote(context: AudioContext, out: AudioNode, pitch: number, startSeconds: number): Promise<void> {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, startSeconds);
  gain.gain.linearRampToValueAtTime(PEAK_GAIN, startSeconds + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, startSeconds + NOTE_DURATION_SECONDS);
  oscillator.connect(gain).connect(out);
  const ended = new Promise<void>((resolve) => {
    oscillator.onended = () => resolve();
  });
  oscillator.start(startSeconds);
  oscillator.stop(startSeconds + NOTE_DURATION_SECONDS);
  return ended;
}
