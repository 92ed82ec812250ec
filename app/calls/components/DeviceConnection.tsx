import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { useEffect, useRef, useState } from "react";
import { pageSession } from "~/account/index.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { systemClock } from "~/platform/clock.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { createHttp } from "~/platform/rpcHttp.ts";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { checkNetwork, judgeNetwork, type NetworkFindings } from "../core/devicesNetwork.ts";
import { askServer, gatherCandidates, openRealtimeSocket } from "../core/devicesNetworkBrowser.ts";
import { createFindServers } from "../core/devicesServers.ts";

function checkFromHere({ env, code }: DeviceConnectionProps): Promise<NetworkFindings> {
  const { supabaseUrl, publishableKey, iceServers } = env;
  const { accessToken } = pageSession();
  const clock = systemClock;
  const http = createHttp({ supabaseUrl, publishableKey, accessToken, clock, fetch: fetch.bind(globalThis) });
  return checkNetwork({
    ask: askServer,
    openSocket: (signal) => openRealtimeSocket(env, signal),
    findServers: createFindServers({ http, accessToken, code, known: iceServers }),
    gather: gatherCandidates,
    clock,
  });
}

export interface DeviceConnectionProps {
  env: PublicEnv;
  /** Of the meeting whose relay is tried along; null while one could not enter it. */
  code: string | null;
}

/** A press tries whether a call will work from here, and says in plain words what to expect. */
export function DeviceConnection({ env, code }: DeviceConnectionProps) {
  const t = useMessages();
  const [testing, setTesting] = useState(false);
  const [found, setFound] = useState<NetworkFindings | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const test = async () => {
    setTesting(true);
    const findings = await checkFromHere({ env, code });
    if (!here.current) return;
    setFound(findings);
    setTesting(false);
  };
  return (
    <section className="grid gap-2.5">
      <h3 className="text-14 font-strong">{t("devices.connection")}</h3>
      <div>
        <Button size="s" busy={testing} onClick={() => void test()}>
          {testing ? t("devices.checking") : t("devices.check")}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {found !== null && !testing && <Findings found={found} />}
      </div>
    </section>
  );
}

const ICONS = {
  good: <CircleCheck className="mt-0.5 text-success" />,
  slow: <CircleAlert className="mt-0.5 text-warning" />,
  unsure: <CircleAlert className="mt-0.5 text-warning" />,
  "no-media": <CircleAlert className="mt-0.5 text-warning" />,
  "no-socket": <CircleX className="mt-0.5 text-danger" />,
  "no-server": <CircleX className="mt-0.5 text-danger" />,
} as const;

function Findings({ found }: { found: NetworkFindings }) {
  const t = useMessages();
  const format = useFormat();
  const { server, socket, media } = found;
  const verdict = judgeNetwork(found);
  const shut = t("devices.found.shut");
  return (
    <>
      <p className="flex gap-2 leading-snug text-pretty">
        {ICONS[verdict]}
        <span>{t(`devices.verdict.${verdict}`)}</span>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-13 text-ink-soft">
        <Row
          name={t("devices.found.server")}
          said={
            server === null ? shut : t("devices.found.answered", { milliseconds: format.number(Math.round(server)) })
          }
          bad={server === null}
        />
        <Row name={t("devices.found.socket")} said={socket ? t("devices.found.open") : shut} bad={!socket} />
        <Row
          name={t("devices.found.media")}
          said={t(verdict === "unsure" ? "devices.found.unsure" : `devices.found.${media}`)}
          bad={verdict !== "unsure" && (media === "none" || media === "local")}
        />
      </dl>
    </>
  );
}

function Row({ name, said, bad }: { name: string; said: string; bad: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={cx(bad && "text-danger")}>{said}</dd>
    </>
  );
}
