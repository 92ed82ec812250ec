/** The permissions of one token on one topic. Policies are queried on first use. */
import type { JwtClaims } from "../jwtClaims.ts";
import { ALL_PERMISSIONS, type Authorize, type ReadPermissions, UNREACHABLE } from "./authorization.ts";
import type { JoinError } from "./join.ts";
import { checkToken, type Verify } from "./tokens.ts";
import type { Extension } from "./topics.ts";

export interface AccessScope {
  /** Without its prefix. */
  readonly topic: string;
  /** A public topic is open to every valid token. */
  readonly isPrivate: boolean;
  /** Whether the channel also receives presence. */
  readonly presenceEnabled: boolean;
}

interface AccessDependencies {
  readonly verify: Verify;
  readonly authorize: Authorize;
}

export type AccessResult = { readonly ok: true; readonly access: Access } | ({ readonly ok: false } & JoinError);

export class Access {
  readonly token: string;
  readonly reading: ReadPermissions;
  readonly #claims: JwtClaims;
  readonly #authorize: Authorize;
  readonly #scope: AccessScope;
  /** Queried at the first write and cached for the life of the token, as in the real server. */
  readonly #writing: Partial<Record<Extension, boolean>> = {};

  private constructor(
    token: string,
    claims: JwtClaims,
    reading: ReadPermissions,
    authorize: Authorize,
    scope: AccessScope,
  ) {
    this.token = token;
    this.reading = reading;
    this.#claims = claims;
    this.#authorize = authorize;
    this.#scope = scope;
  }

  /** Checks the token and queries its read permissions. Fails when the channel could receive nothing. */
  static async request(
    { verify, authorize }: AccessDependencies,
    token: string,
    scope: AccessScope,
  ): Promise<AccessResult> {
    const checked = await checkToken(verify, token);
    if (!checked.ok) return checked;
    const { claims } = checked;
    const reading = scope.isPrivate ? await authorize.read(scope.topic, claims) : ALL_PERMISSIONS;
    if (reading === UNREACHABLE) {
      const message = "Realtime was unable to connect to the project database";
      return { ok: false, code: "UnableToConnectToProject", message };
    }
    if (!reading.broadcast && !(scope.presenceEnabled && reading.presence)) {
      const message = `You do not have permissions to read from this Channel topic: ${scope.topic}`;
      return { ok: false, code: "Unauthorized", message };
    }
    return { ok: true, access: new Access(token, claims, reading, authorize, scope) };
  }

  /** Expiry of the token, in seconds since the epoch. */
  get exp(): number | undefined {
    return this.#claims.exp;
  }

  /** Returns false while the database is unreachable, and queries again at the next write. */
  async canWrite(extension: Extension): Promise<boolean> {
    const known = this.#scope.isPrivate ? this.#writing[extension] : true;
    if (known !== undefined) return known;
    const result = await this.#authorize.write(this.#scope.topic, this.#claims, extension);
    if (result === UNREACHABLE) return false;
    this.#writing[extension] = result;
    return result;
  }

  /** Whether the previous access could read something that this one cannot. */
  lostReadAccess({ reading: before }: Access, presenceEnabled: boolean): boolean {
    const { broadcast, presence } = this.reading;
    return (before.broadcast && !broadcast) || (presenceEnabled && before.presence && !presence);
  }
}
