import { Form } from "@remix-run/react";
import { isErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { CONNECTIONS_PATH } from "~/lib/connections.ts";
import type { DateFormatter } from "~/lib/dates.ts";
import type { SignInProvider } from "~/lib/loadContext.ts";
import { ConfirmSection } from "~/settings/ConfirmSection.tsx";
import { DateText } from "~/settings/DateText.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { type ConnectionFailure, type ConnectionsView, type ConnectionView, removalPath } from "./connectionsView.ts";

/** A fresh proof, and back. */
const confirmPath = (next: string) => `/settings/confirm?${new URLSearchParams({ next })}`;

interface ConnectionsSectionProps {
  view: ConnectionsView;
  /** Whether a change needs no further proof. */
  isProven: boolean;
  failure: ConnectionFailure | null;
  /** The email address of the account, else its phone number. */
  address: string;
  format: DateFormatter;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The accounts at other providers by which the reader signs in, and those that they can connect. */
export function ConnectionsSection({ view, failure, address, ...rest }: ConnectionsSectionProps) {
  const { connected, offered, removes } = view;
  const t = useMessages();
  const isProven = rest.isProven && failure?.problem !== "account/sign-in-again";
  const isOfRow = connected.some(({ id }) => id === failure?.id) || offered.some(({ id }) => id === failure?.id);
  return (
    <section aria-labelledby="connections" className="grid gap-4">
      <div>
        <h2 id="connections" className="text-22 leading-snug font-head">
          {t("connections.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("connections.text")}</p>
      </div>
      <Outcome outcome={failure === null ? view.outcome : null} />
      {failure !== null && !isOfRow && <FailureNotice failure={failure} />}
      <ul className="divide-y divide-line border-y border-line">
        <li className="py-4">
          <RowText title={t(address.startsWith("+") ? "sign-in.phone" : "connections.email")}>
            <bdi dir="ltr">{address}</bdi>
          </RowText>
        </li>
        {connected.map((connection) => (
          <ConnectedRow
            key={connection.id}
            {...{ ...rest, connection, isProven }}
            asks={removes === connection.id}
            failure={failure?.id === connection.id ? failure : null}
          />
        ))}
        {offered.map((provider) => (
          <OfferedRow
            key={provider.id}
            {...{ provider, isProven }}
            failure={failure?.id === provider.id ? failure : null}
          />
        ))}
      </ul>
    </section>
  );
}

function Outcome({ outcome }: Pick<ConnectionsView, "outcome">) {
  const t = useMessages();
  if (outcome === null) return null;
  const text = t.rich(`connections.${outcome.kind}`, { name: <bdi key="name">{outcome.name}</bdi> });
  return outcome.kind === "failed" ? (
    <p role="alert" className="rounded-m bg-danger-soft px-4 py-3 font-strong text-pretty">
      {text}
    </p>
  ) : (
    <p role="status" className="rounded-m bg-success-soft px-4 py-3 text-success">
      {text}
    </p>
  );
}

function FailureNotice({ failure: { problem } }: { failure: ConnectionFailure }) {
  const t = useMessages();
  if (isErrorCode(problem)) return <ErrorNotice code={problem} shape="row" />;
  return (
    <p role="alert" className="rounded-m bg-danger-soft px-4 py-3 font-strong text-pretty">
      {t(`connections.problem.${problem}`)}
    </p>
  );
}

function RowText({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="leading-snug font-strong wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
      <p className="text-14 text-ink-soft wrap-anywhere">{children}</p>
    </div>
  );
}

interface ConnectedRowProps extends Pick<ConnectionsSectionProps, "isProven" | "failure" | "format" | "now"> {
  connection: ConnectionView;
  /** Whether its removal needs a confirmation now. */
  asks: boolean;
}

function ConnectedRow({ connection, isProven, failure, asks, format, now }: ConnectedRowProps) {
  const { id, providerName, name, connectedAt, isRemovable } = connection;
  const t = useMessages();
  const path = removalPath(id);
  const isAsking = asks && isProven && isRemovable;
  return (
    <li className="grid gap-3 py-4">
      <div className="flex items-center gap-4">
        <RowText title={providerName}>
          {name !== "" && (
            <>
              <bdi>{name}</bdi> ·{" "}
            </>
          )}
          {t.rich("connections.since", { date: <DateText key="date" at={connectedAt} format={format} now={now} /> })}
        </RowText>
        {isRemovable && !isAsking && (
          <Link to={isProven ? path : confirmPath(path)} preventScrollReset className={buttonClass({ size: "s" })}>
            {t("connections.disconnect")}
            <span className="sr-only">{providerName}</span>
          </Link>
        )}
      </div>
      {!isRemovable && <p className="text-14 text-pretty text-ink-soft">{t("connections.last")}</p>}
      {failure && <FailureNotice failure={failure} />}
      {isAsking && (
        <ConfirmSection
          title={t.rich("connections.disconnect.title", { name: <bdi key="name">{providerName}</bdi> })}
          text={t("connections.disconnect.text")}
          press={t("connections.disconnect")}
          cancel={t("connections.cancel")}
          intent="disconnect"
          id={id}
          actionPath={path}
          cancelPath={CONNECTIONS_PATH}
          error={null}
        />
      )}
    </li>
  );
}

interface OfferedRowProps extends Pick<ConnectionsSectionProps, "isProven" | "failure"> {
  provider: SignInProvider;
}

function OfferedRow({ provider: { id, name }, isProven, failure }: OfferedRowProps) {
  const t = useMessages();
  const busy = useIsSending("connect", id);
  const press = (
    <>
      {t("connections.connect")}
      <span className="sr-only">{name}</span>
    </>
  );
  return (
    <li className="grid gap-3 py-4">
      <div className="flex items-center gap-4">
        <RowText title={name}>{t("connections.none")}</RowText>
        {isProven ? (
          <Form method="post" action={CONNECTIONS_PATH} preventScrollReset>
            <input type="hidden" name="intent" value="connect" />
            <Button type="submit" name="id" value={id} size="s" busy={busy}>
              {press}
            </Button>
          </Form>
        ) : (
          <Link to={confirmPath(CONNECTIONS_PATH)} className={buttonClass({ size: "s" })}>
            {press}
          </Link>
        )}
      </div>
      {failure && <FailureNotice failure={failure} />}
    </li>
  );
}
