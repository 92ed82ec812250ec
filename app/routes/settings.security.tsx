import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { isErrorCode } from "#contracts/errors.ts";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { ConnectionsSection } from "~/connections/ConnectionsSection.tsx";
import { handleConnectionForm, isConnectionForm, readConnections } from "~/connections/connectionsPage.server.ts";
import { EmailSection } from "~/email-change/EmailSection.tsx";
import { handleEmailForm, isEmailForm, readEmailChange } from "~/email-change/emailChangePage.server.ts";
import { ManagedSection } from "~/email-change/ManagedSection.tsx";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { PasskeySection } from "~/passkeys/PasskeySection.tsx";
import { handlePasskeysForm, problemStatus, readPasskeys } from "~/passkeys/passkeyPage.server.ts";
import { PasswordSection } from "~/passwords/PasswordSection.tsx";
import { readPasswordView } from "~/passwords/passwordPage.server.ts";
import { PhoneSection } from "~/phone-change/PhoneSection.tsx";
import { handlePhoneForm, isPhoneForm, readPhoneChange } from "~/phone-change/phoneChangePage.server.ts";
import { readSecurityPage } from "~/sessions/readSessions.server.ts";
import { SecurityScreen } from "~/sessions/SecurityScreen.tsx";
import { handleSecurityForm } from "~/sessions/sessionActions.server.ts";
import { useReaderDates } from "~/settings/useReaderDates.ts";
import { FactorSection } from "~/two-factor/FactorSection.tsx";
import { handleFactorsForm, readFactors } from "~/two-factor/factorPage.server.ts";
import type { loader as settingsLoader } from "./settings.tsx";

await loadNamespaces(
  "workspace",
  "errors",
  "privacy",
  "factors",
  "account",
  "codes",
  "passwords",
  "passkeys",
  "connections",
);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `${data.title} · Parley` : "Parley" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAccount(context, request);
  // The company manages the address and the ways in.
  const isManaged = viewer.managed === true;
  const [emailChange, passkeys, password, connections, factors, view] = await Promise.all([
    isManaged ? null : readEmailChange(context, viewer, request),
    // A session at this level was confirmed by a second factor.
    isManaged ? null : readPasskeys(context, request, viewer.level === "aal2"),
    isManaged ? null : readPasswordView(context, viewer, request),
    // Auth would take the address of a provider as proof of one that the account does not have.
    isManaged || viewer.email === null ? null : readConnections(context, viewer, request),
    readFactors(context, request),
    readSecurityPage(context, request),
  ]);
  const title = getTranslator(context.locale)("settings.security");
  const phoneChange = emailChange && (await readPhoneChange(context, viewer, emailChange.isProven, request));
  return { title, emailChange, phoneChange, passkeys, password, connections, factors, view };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAccount(context, request);
  const { searchParams } = new URL(request.url);
  if (searchParams.has("passkeys")) {
    const passkeys = await handlePasskeysForm(context, request);
    return data({ passkeys }, { status: passkeys.kind === "failed" ? problemStatus(passkeys.problem) : 200 });
  }
  if (searchParams.has("factors")) {
    const name = getTranslator(context.locale)("factors.unnamed");
    return data({ factors: await handleFactorsForm(context, request, name) });
  }
  const form = await request.formData();
  if (isEmailForm(form)) {
    const emailProblem = await handleEmailForm(context, viewer, form);
    return data({ emailProblem }, { status: errorStatus(emailProblem.code) });
  }
  if (isPhoneForm(form)) {
    const phoneProblem = await handlePhoneForm(context, viewer, form);
    return data({ phoneProblem }, { status: errorStatus(phoneProblem.code) });
  }
  if (isConnectionForm(form)) {
    const connectionFailure = await handleConnectionForm(context, viewer, form);
    const { problem } = connectionFailure;
    return data({ connectionFailure }, { status: isErrorCode(problem) ? errorStatus(problem) : 400 });
  }
  const result = await handleSecurityForm(context, viewer, form);
  return data(result, { status: result.kind === "failed" ? errorStatus(result.code) : 200 });
}

export default function SecuritySettings() {
  const settings = useRouteLoaderData<typeof settingsLoader>("routes/settings");
  const { emailChange, phoneChange, passkeys, password, connections, factors, view } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const format = useReaderDates(view.languageTag, settings?.profile?.time_zone ?? null);
  // The Worker's own rejection of a form has no kind.
  const result = actionData !== undefined && "kind" in actionData ? actionData : null;
  const factorsResult = actionData !== undefined && "factors" in actionData ? actionData.factors : null;
  const emailProblem = actionData !== undefined && "emailProblem" in actionData ? actionData.emailProblem : null;
  const phoneProblem = actionData !== undefined && "phoneProblem" in actionData ? actionData.phoneProblem : null;
  const passkeysResult = actionData !== undefined && "passkeys" in actionData ? actionData.passkeys : null;
  const connectionFailure =
    actionData !== undefined && "connectionFailure" in actionData ? actionData.connectionFailure : null;
  const email = settings?.email ?? null;
  const address = settings?.address ?? null;
  const company = emailChange === null ? (email?.split("@").at(-1) ?? "") : null;
  const passwordResult = result?.intent === "password" ? result : null;
  return (
    <div className="grid gap-12">
      {company !== null && <ManagedSection email={email ?? ""} company={company} />}
      {emailChange && <EmailSection view={emailChange} email={email} problem={emailProblem} />}
      {phoneChange && <PhoneSection view={phoneChange} problem={phoneProblem} />}
      {password && <PasswordSection view={password} email={address} result={passwordResult} />}
      {passkeys && <PasskeySection view={passkeys} result={passkeysResult} format={format} />}
      {connections && emailChange && (
        <ConnectionsSection
          view={connections}
          isProven={emailChange.isProven}
          failure={connectionFailure}
          address={address ?? ""}
          format={format}
          now={view.now}
        />
      )}
      <FactorSection view={factors} result={factorsResult} format={format} />
      <SecurityScreen {...{ view, result, company, format }} email={address} />
    </div>
  );
}
