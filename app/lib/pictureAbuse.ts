/**
 * The event of a received stream whose pictures would freeze this page. The element that shows them sees their sizes, also between two samples
 * of the statistics and with any codec. Its connection then ends.
 */
export const ABUSE_EVENT = "abuse";

/**
 * The largest frame that is received: a screen of 5,120 × 2,880 pixels. Each frame takes one and a half bytes a pixel, and the
 * browser keeps about ten of each video.
 */
export const MAX_FRAME_PIXELS = 5_120 * 2_880;
