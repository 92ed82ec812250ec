/**
 * The size of the local video. A mesh encodes and uploads it once for each remote peer, so it shrinks with their number.
 */

/** Indexed by the number of remote peers. */
const VIDEO_SIZES_BY_REMOTE_PEERS = [
  { height: 720, frameRate: 30 },
  { height: 720, frameRate: 30 },
  { height: 480, frameRate: 24 },
  { height: 360, frameRate: 20 },
] as const;

/** Fits the camera's track to the number of remote peers. A camera that cannot comply keeps its settings. */
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
