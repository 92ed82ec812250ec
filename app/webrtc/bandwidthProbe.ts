/**
 * Restores the quality of a video that a lack of bandwidth once degraded.
 *
 * Chromium raises its bandwidth estimate only while the permitted bitrate is used. It reserves 58 kbit/s for a voice, even
 * for a silent one that sends nothing. After an estimate of 100 kbit/s (many joined at once, the network was busy), a silent
 * participant's video would stay at 30 kbit/s and seven frames a second for good. When the maximum bitrate changes, Chromium
 * probes: it sends bursts of some milliseconds at that rate and at twice that rate. So a poor video gets a maximum of twice
 * its rate, a higher one as it grows, and none in the end.
 *
 * On a truly weak connection a burst delays voices for a second. Each failed probe therefore doubles the wait.
 */

/** From this rate on, Chromium raises its estimate by itself. */
const HEALTHY_BITRATE_BPS = 250_000;
/** About a minute. */
const MAX_SAMPLES_BETWEEN_PROBES = 16;

/** Takes the target bitrate of the video with each sample; null while no video is sent. */
export type BandwidthProbe = (bitrateBps: number | null) => void;

/** `setMaxBitrate`: null leaves the choice to the browser. */
export function createBandwidthProbe(setMaxBitrate: (maxBitrateBps: number | null) => void): BandwidthProbe {
  let maxBitrateBps: number | null = null;
  let samplesBetweenProbes = 1;
  let samplesLeft = samplesBetweenProbes;

  return (bitrateBps) => {
    if (bitrateBps === null || bitrateBps >= HEALTHY_BITRATE_BPS) {
      if (maxBitrateBps !== null) setMaxBitrate(null);
      maxBitrateBps = null;
      samplesBetweenProbes = 1;
      samplesLeft = samplesBetweenProbes;
      return;
    }
    const grown = maxBitrateBps === null || bitrateBps > 0.9 * maxBitrateBps;
    samplesLeft -= 1;
    if (samplesLeft > 0 && !grown) return;
    samplesBetweenProbes = grown ? 1 : Math.min(2 * samplesBetweenProbes, MAX_SAMPLES_BETWEEN_PROBES);
    samplesLeft = samplesBetweenProbes;
    // An unchanged maximum would not start a probe.
    const doubledBps = Math.round(2 * bitrateBps);
    maxBitrateBps = doubledBps === maxBitrateBps ? doubledBps + 1_000 : doubledBps;
    setMaxBitrate(maxBitrateBps);
  };
}
