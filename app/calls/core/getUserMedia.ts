/** `getUserMedia` with the constraints of a call, and its refusals as codes of the catalogue. */
import { type ErrorCode, ok, type Result } from "#contracts/errors.ts";

export type DeviceKind = "microphone" | "camera";

/** The part of `navigator.mediaDevices` that is used. Missing on a page that is not served securely. */
export interface MediaDevicesLike {
  getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>;
  enumerateDevices(): Promise<MediaDeviceInfo[]>;
  addEventListener(event: "devicechange", listener: () => void): void;
  removeEventListener(event: "devicechange", listener: () => void): void;
}

type Chosen = Readonly<Record<DeviceKind, string | null>>;

/**
 * Asks for one device of each kind; the chosen ones, where an id is given. For a chosen one that is not there any other of
 * its kind will do, and the other kind keeps its own. A device that is missing is refused without a question to the
 * person, so that there is one, for what is there.
 */
export async function askForThese(
  mediaDevices: MediaDevicesLike,
  kinds: readonly DeviceKind[],
  chosen: Chosen,
): Promise<Result<MediaStream>> {
  const known = kinds.filter((kind) => chosen[kind] !== null);
  const lessWanted: Chosen[] = known.length > 1 ? known.map((kind) => ({ ...chosen, [kind]: null })) : [];
  if (known.length > 0) lessWanted.push({ microphone: null, camera: null });
  let got = await askForMedia(mediaDevices, kinds, chosen);
  for (const wanted of lessWanted) {
    if (got.ok || got.error.code !== "device/not-found") return got;
    got = await askForMedia(mediaDevices, kinds, wanted);
  }
  return got;
}

async function askForMedia(
  mediaDevices: MediaDevicesLike,
  kinds: readonly DeviceKind[],
  chosen: Chosen,
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

/** What `getUserMedia` refuses with, by the names of the Media Capture specification. */
const DEVICE_ERRORS: Readonly<Record<string, ErrorCode>> = {
  NotAllowedError: "device/permission-denied",
  NotFoundError: "device/not-found",
  OverconstrainedError: "device/not-found",
  NotReadableError: "device/in-use",
  AbortError: "device/in-use",
  SecurityError: "device/no-secure-context",
  TypeError: "device/no-secure-context",
};
