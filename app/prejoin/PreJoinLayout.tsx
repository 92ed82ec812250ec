import type { ReactNode } from "react";
import type { Devices } from "~/devices/devices.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { TopBar } from "~/ui/TopBar.tsx";
import { DevicePreview } from "./components/DevicePreview.tsx";

export interface PreJoinLayoutBaseProps {
  /** The page's own path. */
  path: string;
  devices: Devices | null;
  env: PublicEnv;
  /** Of this meeting. */
  code: string;
}

interface PreJoinLayoutProps extends PreJoinLayoutBaseProps {
  /** Whom one sees. */
  number: number;
  name: string;
  /** One would be let in, or has knocked. */
  canTestConnection: boolean;
  /** One has knocked: going to another page, also to this one in another language, would take the knock back. */
  isWaiting?: boolean;
  children: ReactNode;
}

/** Before the call: oneself on one side, what there is to do on the other. */
export function PreJoinLayout({
  path,
  devices,
  env,
  code,
  number,
  name,
  canTestConnection,
  isWaiting = false,
  children,
}: PreJoinLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <TopBar path={path} locale={!isWaiting} className="max-w-door" />
      <main className="mx-auto grid w-full max-w-door content-start items-center gap-6 px-4 pt-2 pb-10 m:grid-cols-[1.5fr_1fr] m:content-center m:gap-10 m:px-8 m:py-10 l:gap-16 *:min-w-0">
        <DevicePreview devices={devices} env={env} code={canTestConnection ? code : null} number={number} name={name} />
        {children}
      </main>
    </div>
  );
}
