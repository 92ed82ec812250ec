import type { ReactNode } from "react";
import type { Devices } from "~/devices/devices.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { TopBar } from "~/ui/TopBar.tsx";
import { DevicePreview } from "./components/DevicePreview.tsx";

export interface PreJoinLayoutBaseProps {
  /** The page's path. */
  path: string;
  devices: Devices | null;
  env: PublicEnv;
  /** The meeting's code. */
  code: string;
}

interface PreJoinLayoutProps extends PreJoinLayoutBaseProps {
  /** Colour of the preview. */
  colour: number;
  name: string;
  /** Whether the visitor may enter without a knock, or has knocked. */
  canTestConnection: boolean;
  /** Whether a knock is pending. Leaving the page, also for another UI language, would withdraw it. */
  isWaiting?: boolean;
  children: ReactNode;
}

/** The page before the call: the preview on one side, `children` on the other. */
export function PreJoinLayout({
  path,
  devices,
  env,
  code,
  colour,
  name,
  canTestConnection,
  isWaiting = false,
  children,
}: PreJoinLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <TopBar path={path} locale={!isWaiting} className="max-w-page" />
      <main className="mx-auto grid w-full max-w-page content-start items-center gap-6 px-4 pt-2 pb-10 m:grid-cols-[1.5fr_1fr] m:content-center m:gap-10 m:px-8 m:py-10 l:gap-16 *:min-w-0">
        <DevicePreview devices={devices} env={env} code={canTestConnection ? code : null} colour={colour} name={name} />
        {children}
      </main>
    </div>
  );
}
