export { Door, type DoorProps } from "./components/Door.tsx";
export { usePreview } from "./usePreview.ts";
export type { DeviceView, DoorErrors, DoorValues, InsideView, PreviewView } from "./view.ts";
