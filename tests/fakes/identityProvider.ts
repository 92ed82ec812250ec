/** A provider of identities on 127.0.0.1: OpenID Connect, and the two paths of GitHub's API that Auth reads. */
import { once } from "node:events";
import { createServer } from "node:http";
import { OAuth2Issuer, OAuth2Service } from "oauth2-mock-server";

/** The claims of a person at the provider. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly [claim: string]: unknown;
}

export interface IdentityProvider {
  readonly url: string;
  /** Signs in whoever comes next. */
  person: ProviderPerson;
  /** Denies the next request, as a person does on the provider's page. */
  refuses: boolean;
  /** Changes the claims of ID tokens, after everything else. */
  forge: ((payload: Record<string, unknown>) => void) | null;
  /** The parameters of the last request to the provider's page. */
  readonly lastRequest: () => URLSearchParams;
  close(): Promise<void>;
}

const AUTHORIZE_PATH = "/login/oauth/authorize";

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const issuer = new OAuth2Issuer();
  await issuer.keys.generate("ES256");
  const service = new OAuth2Service(issuer, {
    authorize: AUTHORIZE_PATH,
    token: "/login/oauth/access_token",
    userinfo: "/userinfo",
  });
  let last = new URLSearchParams();
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://127.0.0.1");
    const json = (body: unknown) =>
      res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    const { person } = provider;
    if (pathname === AUTHORIZE_PATH) last = searchParams;
    if (pathname === "/api/v3/user") return json({ id: Number(person.sub), login: "tom", name: "Tom" });
    if (pathname === "/api/v3/user/emails") {
      const { email, email_verified: verified = false } = person;
      return json(email === undefined ? [] : [{ email, verified, primary: true }]);
    }
    service.requestHandler(req, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  issuer.url = url;
  const provider: IdentityProvider = {
    url,
    person: { sub: "1" },
    refuses: false,
    forge: null,
    lastRequest: () => last,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  service.on("beforeTokenSigning", ({ payload }: { payload: Record<string, unknown> }) => {
    Object.assign(payload, provider.person);
    // Access tokens have no `aud`.
    if ("aud" in payload) provider.forge?.(payload);
  });
  service.on("beforeUserinfo", (response: { body: unknown }) => {
    response.body = provider.person;
  });
  service.on("beforeAuthorizeRedirect", (redirect: { url: URL }) => {
    if (!provider.refuses) return;
    redirect.url.searchParams.delete("code");
    redirect.url.searchParams.set("error", "access_denied");
    redirect.url.searchParams.set("error_description", "The person said no");
  });
  return provider;
}
