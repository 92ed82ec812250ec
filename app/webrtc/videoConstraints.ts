/**
 * The size of one's picture. In a mesh it goes to each of the others over one uplink and is encoded for each of them:
 * the more they are, the smaller it is taken.
 */

/** Lines and frames a second by the number of others, from none. */
const VIDEO_SIZES_BY_REMOTE_PEERS = [
  { height: 720, frameRate: 30 },
  { height: 720, frameRate: 30 },
  { height: 480, frameRate: 24 },
  { height: 360, frameRate: 20 },
] as const;

/** Fits the camera's track to so many others. A camera that cannot keeps what it has. */
export function applyVideoConstraints(video: MediaStreamTrack | null, remotePeers: number): void {
  const [, , , smallest] = VIDEO_SIZES_BY_REMOTE_PEERS;
  const { height, frameRate } = VIDEO_SIZES_BY_REMOTE_PEERS[remotePeers] ?? smallest;
  video
    ?.applyConstraints({
      width: { ideal: Math.round((height * 16) / 9) },
      height: { ideal: height },
      frameRate: { ideal: frameRate, max: 30 },
    })
    .catch(() => {});
}
