/**
 * Brings back a picture that its line starved once.
 *
 * Chromium takes a line for more only while what it may send is used. It keeps 58 kbit/s for a voice, also for one that
 * is silent and sends nothing: where a line was taken for 100 kbit/s for a moment (many came in at once, the network was
 * busy), a silent person's picture would stay at 30 kbit/s and seven frames a second for good. When the most that it may
 * send changes, Chromium tries the line: with bursts of milliseconds, of that rate and twice of it. So a poor picture gets
 * a bound of twice its rate, a further one as it grows, and none in the end.
 *
 * A burst delays voices for a second where the line is weak indeed: in vain, the next one waits twice as long.
 */

/** From this rate of a picture, bit/s, a line is used enough for Chromium to go on by itself. */
const HEALTHY_BITRATE_BPS = 250_000;
/** Looks between two trials at most: a minute. */
const MAX_SAMPLES_BETWEEN_PROBES = 16;

/** To be called at each look, with the rate that the picture has now: bit/s, null while none is sent. */
export type BandwidthProbe = (rate: number | null) => void;

/** `bound`: the picture takes no more than so many bit/s from now on; null is the browser's own choice. */
export function createBandwidthProbe(setMaxBitrate: (most: number | null) => void): BandwidthProbe {
  let most: number | null = null;
  let samplesBetweenProbes = 1;
  let samplesLeft = samplesBetweenProbes;

  return (bitrateBps) => {
    if (bitrateBps === null || bitrateBps >= HEALTHY_BITRATE_BPS) {
      if (most !== null) setMaxBitrate(null);
      most = null;
      samplesBetweenProbes = 1;
      samplesLeft = samplesBetweenProbes;
      return;
    }
    const grown = most === null || bitrateBps > 0.9 * most;
    samplesLeft -= 1;
    if (samplesLeft > 0 && !grown) return;
    samplesBetweenProbes = grown ? 1 : Math.min(2 * samplesBetweenProbes, MAX_SAMPLES_BETWEEN_PROBES);
    samplesLeft = samplesBetweenProbes;
    // The same bound again would try nothing.
    const doubledBps = Math.round(2 * bitrateBps);
    most = doubledBps === most ? doubledBps + 1_000 : doubledBps;
    setMaxBitrate(most);
  };
}
