import { lazyComponent } from "~/ui/lazy.tsx";

/** The QR code with its encoder. */
export const LazyQrCode = lazyComponent([], async () => (await import("~/ui/QrCode.tsx")).QrCode);
