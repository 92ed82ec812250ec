/** `getUserMedia` with the constraints of a call, and its errors as codes of the catalogue. */
import { type ErrorCode, ok, type Result } from "#contracts/errors.ts";

export type DeviceKind = "microphone" | "camera";

/** The used part of `navigator.mediaDevices`, which is undefined on an insecure page. */
export interface MediaDevicesLike {
  getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>;
  enumerateDevices(): Promise<MediaDeviceInfo[]>;
  addEventListener(event: "devicechange", listener: () => void): void;
  removeEventListener(event: "devicechange", listener: () => void): void;
}

type ChosenDeviceIds = Readonly<Record<DeviceKind, string | null>>;

/**
 * Requests one device of each kind, the selected one if an id is given. If a selected device is missing, any other of its
 * kind is used, and the other kind keeps its selection. A request for a missing device fails without a permission prompt,
 * so the user sees one prompt only.
 */
export async function requestUserMedia(
  mediaDevices: MediaDevicesLike,
  kinds: readonly DeviceKind[],
  chosen: ChosenDeviceIds,
): Promise<Result<MediaStream>> {
  const kindsWithChoice = kinds.filter((kind) => chosen[kind] !== null);
  const fallbacks: ChosenDeviceIds[] =
    kindsWithChoice.length > 1 ? kindsWithChoice.map((kind) => ({ ...chosen, [kind]: null })) : [];
  if (kindsWithChoice.length > 0) fallbacks.push({ microphone: null, camera: null });
  let result = await requestStream(mediaDevices, kinds, chosen);
  for (const fallback of fallbacks) {
    if (result.ok || result.error.code !== "device/not-found") return result;
    result = await requestStream(mediaDevices, kinds, fallback);
  }
  return result;
}

async function requestStream(
  mediaDevices: MediaDevicesLike,
  kinds: readonly DeviceKind[],
  chosen: ChosenDeviceIds,
): Promise<Result<MediaStream>> {
  const device = (id: string | null) => (id === null ? {} : { deviceId: { exact: id } });
  try {
    return ok(
      await mediaDevices.getUserMedia({
        audio: kinds.includes("microphone")
          ? { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...device(chosen.microphone) }
          : false,
        video: kinds.includes("camera")
          ? { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 }, ...device(chosen.camera) }
          : false,
      }),
    );
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : "unknown";
    return { ok: false, error: { code: DEVICE_ERRORS[name] ?? "device/in-use", cause: name } };
  }
}

/** By the error names of the Media Capture specification. */
const DEVICE_ERRORS: Readonly<Record<string, ErrorCode>> = {
  NotAllowedError: "device/permission-denied",
  NotFoundError: "device/not-found",
  OverconstrainedError: "device/not-found",
  NotReadableError: "device/in-use",
  AbortError: "device/in-use",
  SecurityError: "device/no-secure-context",
  TypeError: "device/no-secure-context",
};

export const tracksOfKind = (stream: MediaStream, kind: DeviceKind): MediaStreamTrack[] =>
  kind === "microphone" ? stream.getAudioTracks() : stream.getVideoTracks();
