/** What one token gives on one topic, asked of the policies when it is first needed. */
import type { JwtClaims } from "../jwtClaims.ts";
import { ALL, type Authorize, type Reading, UNREACHABLE } from "./authorization.ts";
import type { JoinRefusal } from "./join.ts";
import { checkToken, type Verify } from "./tokens.ts";
import type { Extension } from "./topics.ts";

export interface AccessTo {
  /** Without its prefix. */
  readonly topic: string;
  /** A public topic is open to everyone with a good token. */
  readonly isPrivate: boolean;
  /** Whether presence is listened to, too. */
  readonly presenceEnabled: boolean;
}

interface AskedOf {
  readonly verify: Verify;
  readonly authorize: Authorize;
}

export type AskedAccess = { readonly ok: true; readonly access: Access } | ({ readonly ok: false } & JoinRefusal);

export class Access {
  readonly token: string;
  readonly reading: Reading;
  readonly #claims: JwtClaims;
  readonly #authorize: Authorize;
  readonly #to: AccessTo;
  /** Asked at the first write and kept as long as the token, as the real server does. */
  readonly #writing: Partial<Record<Extension, boolean>> = {};

  private constructor(token: string, claims: JwtClaims, reading: Reading, authorize: Authorize, to: AccessTo) {
    this.token = token;
    this.reading = reading;
    this.#claims = claims;
    this.#authorize = authorize;
    this.#to = to;
  }

  /** Checks the token and asks what may be read by it: refused where that is nothing of what is listened to. */
  static async ask({ verify, authorize }: AskedOf, token: string, to: AccessTo): Promise<AskedAccess> {
    const checked = await checkToken(verify, token);
    if (!checked.ok) return checked;
    const { claims } = checked;
    const reading = to.isPrivate ? await authorize.read(to.topic, claims) : ALL;
    if (reading === UNREACHABLE) {
      const message = "Realtime was unable to connect to the project database";
      return { ok: false, code: "UnableToConnectToProject", message };
    }
    if (!reading.broadcast && !(to.presenceEnabled && reading.presence)) {
      const message = `You do not have permissions to read from this Channel topic: ${to.topic}`;
      return { ok: false, code: "Unauthorized", message };
    }
    return { ok: true, access: new Access(token, claims, reading, authorize, to) };
  }

  /** When the token ends, in seconds since the epoch. */
  get exp(): number | undefined {
    return this.#claims.exp;
  }

  /** While the database is out of reach nothing may be written, and the question is asked again. */
  async mayWrite(extension: Extension): Promise<boolean> {
    const known = this.#to.isPrivate ? this.#writing[extension] : true;
    if (known !== undefined) return known;
    const answer = await this.#authorize.write(this.#to.topic, this.#claims, extension);
    if (answer === UNREACHABLE) return false;
    this.#writing[extension] = answer;
    return answer;
  }

  /** Whether something could be read before that no longer can. */
  lost({ reading: before }: Access, presenceEnabled: boolean): boolean {
    const { broadcast, presence } = this.reading;
    return (before.broadcast && !broadcast) || (presenceEnabled && before.presence && !presence);
  }
}
