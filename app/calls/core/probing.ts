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
const ENOUGH = 250_000;
/** Looks between two trials at most: a minute. */
const MOST_LOOKS = 16;

/** To be called at each look, with the rate that the picture has now: bit/s, null while none is sent. */
export type Probing = (rate: number | null) => void;

/** `bound`: the picture takes no more than so many bit/s from now on; null is the browser's own choice. */
export function createProbing(bound: (most: number | null) => void): Probing {
  let most: number | null = null;
  let looks = 1;
  let left = looks;

  return (rate) => {
    if (rate === null || rate >= ENOUGH) {
      if (most !== null) bound(null);
      most = null;
      looks = 1;
      left = looks;
      return;
    }
    const grown = most === null || rate > 0.9 * most;
    left -= 1;
    if (left > 0 && !grown) return;
    looks = grown ? 1 : Math.min(2 * looks, MOST_LOOKS);
    left = looks;
    // The same bound again would try nothing.
    const next = Math.round(2 * rate);
    most = next === most ? next + 1_000 : next;
    bound(most);
  };
}
