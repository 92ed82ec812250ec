/** What one token gives on one topic, asked of the policies when it is first needed. */
import type { Claims } from "../claims.ts";
import { ALL, type Authorize, type Reading, UNREACHABLE, type Unreachable } from "./authorization.ts";
import type { Extension } from "./topics.ts";

export interface AccessTo {
  /** Without its prefix. */
  readonly topic: string;
  /** A public topic is open to everyone with a good token. */
  readonly isPrivate: boolean;
  readonly claims: Claims;
}

export class Access {
  readonly reading: Reading;
  readonly #authorize: Authorize;
  readonly #to: AccessTo;
  /** Asked at the first write and kept as long as the token, as the real server does. */
  readonly #writing: Partial<Record<Extension, boolean>> = {};

  private constructor(authorize: Authorize, to: AccessTo, reading: Reading) {
    this.#authorize = authorize;
    this.#to = to;
    this.reading = reading;
  }

  /** Asks what may be read. */
  static async ask(authorize: Authorize, to: AccessTo): Promise<Access | Unreachable> {
    const reading = to.isPrivate ? await authorize.read(to.topic, to.claims) : ALL;
    return reading === UNREACHABLE ? UNREACHABLE : new Access(authorize, to, reading);
  }

  /** While the database is out of reach nothing may be written, and the question is asked again. */
  async mayWrite(extension: Extension): Promise<boolean> {
    const known = this.#to.isPrivate ? this.#writing[extension] : true;
    if (known !== undefined) return known;
    const answer = await this.#authorize.write(this.#to.topic, this.#to.claims, extension);
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

export const mayListen = ({ broadcast, presence }: Reading, presenceEnabled: boolean): boolean =>
  broadcast || (presenceEnabled && presence);

export const NO_DATABASE = "Realtime was unable to connect to the project database";

export const mayNotRead = (topic: string): string =>
  `You do not have permissions to read from this Channel topic: ${topic}`;
