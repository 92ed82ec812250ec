/** The state of microphone and camera as controls show it. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { DeviceState, DevicesSnapshot } from "./devices.ts";

export interface DeviceControlView {
  /** Whether the device is on, or opening. */
  readonly on: boolean;
  readonly error: ErrorCode | null;
}

export const deviceControlView = (state: DeviceState): DeviceControlView => ({
  on: state.name === "live" || state.name === "opening",
  error: state.name === "error" ? state.error.code : null,
});

export const isLive = ({ on, error }: DeviceControlView): boolean => on && error === null;

/** Whether the browser may be showing its permission prompt. */
export const isOpeningDevices = ({ microphone, camera }: DevicesSnapshot): boolean =>
  microphone.name === "opening" || camera.name === "opening";
