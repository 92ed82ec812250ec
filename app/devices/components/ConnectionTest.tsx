import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { useEffect, useRef, useState } from "react";
import { pageHttp } from "~/auth/pageHttp.ts";
import { pageSession } from "~/auth/pageSession.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { gatherCandidates, openRealtimeSocket, pingServer } from "../browserConnectionTest.ts";
import { type ConnectionTestResult, connectionVerdict, testConnection } from "../connectionTest.ts";
import { createFetchTestIceServers } from "../testIceServers.ts";

function runConnectionTest({ env, meetingCode }: ConnectionTestProps): Promise<ConnectionTestResult> {
  const { accessToken } = pageSession();
  return testConnection({
    pingServer,
    openSocket: (signal) => openRealtimeSocket(env, signal),
    fetchIceServers: createFetchTestIceServers({
      http: pageHttp(env),
      accessToken,
      meetingCode,
      publicServers: env.iceServers,
    }),
    gatherCandidates,
    clock: systemClock,
  });
}

export interface ConnectionTestProps {
  env: PublicEnv;
  /** Code of the meeting whose relay is tested too; null while the user may not enter it. */
  meetingCode: string | null;
}

/** Tests on click whether a call will work from here, and shows the verdict. */
export function ConnectionTest({ env, meetingCode }: ConnectionTestProps) {
  const t = useMessages();
  const [testing, setTesting] = useState(false);
  const [findings, setFindings] = useState<ConnectionTestResult | null>(null);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const runTest = async () => {
    setTesting(true);
    const result = await runConnectionTest({ env, meetingCode });
    if (!mounted.current) return;
    setFindings(result);
    setTesting(false);
  };
  return (
    <section className="grid gap-2.5">
      <h3 className="text-14 font-strong">{t("devices.connection")}</h3>
      <div>
        <Button size="s" busy={testing} onClick={() => void runTest()}>
          {testing ? t("devices.checking") : t("devices.check")}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {findings !== null && !testing && <ConnectionFindings findings={findings} />}
      </div>
    </section>
  );
}

const VERDICT_ICONS = {
  good: <CircleCheck className="mt-0.5 text-success" />,
  slow: <CircleAlert className="mt-0.5 text-warning" />,
  unsure: <CircleAlert className="mt-0.5 text-warning" />,
  "no-media": <CircleAlert className="mt-0.5 text-warning" />,
  "no-socket": <CircleX className="mt-0.5 text-danger" />,
  "no-server": <CircleX className="mt-0.5 text-danger" />,
} as const;

function ConnectionFindings({ findings }: { findings: ConnectionTestResult }) {
  const t = useMessages();
  const format = useFormatters();
  const { serverRoundTripMs, socketOpened, media } = findings;
  const verdict = connectionVerdict(findings);
  const unreachableText = t("devices.found.shut");
  return (
    <>
      <p className="flex gap-2 leading-snug text-pretty">
        {VERDICT_ICONS[verdict]}
        <span>{t(`devices.verdict.${verdict}`)}</span>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-13 text-ink-soft">
        <FindingRow
          name={t("devices.found.server")}
          value={
            serverRoundTripMs === null
              ? unreachableText
              : t("devices.found.answered", { milliseconds: format.number(Math.round(serverRoundTripMs)) })
          }
          bad={serverRoundTripMs === null}
        />
        <FindingRow
          name={t("devices.found.socket")}
          value={socketOpened ? t("devices.found.open") : unreachableText}
          bad={!socketOpened}
        />
        <FindingRow
          name={t("devices.found.media")}
          value={t(verdict === "unsure" ? "devices.found.unsure" : `devices.found.${media}`)}
          bad={verdict !== "unsure" && (media === "none" || media === "local")}
        />
      </dl>
    </>
  );
}

function FindingRow({ name, value, bad }: { name: string; value: string; bad: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={cx(bad && "text-danger")}>{value}</dd>
    </>
  );
}
