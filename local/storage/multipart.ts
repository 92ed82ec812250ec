/** multipart/form-data (RFC 7578) as it arrives: a file in it never sits in memory. */
import { invalidRequest } from "./errors.ts";

export interface Part {
  readonly name: string;
  /** Whether the part says a file name, which is what makes it a file. */
  readonly isFile: boolean;
  readonly type: string | null;
  /** To be read to its end before the next part is asked for. */
  readonly body: AsyncGenerator<Buffer>;
}

/** Bytes of a part's headers at most. */
const MAX_HEADERS = 16 * 1024;

/** The boundary in a content type; null where it is no multipart. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/iu.exec(contentType) ?? [];
  return quoted ?? plain ?? null;
}

/** Throws a refusal where the body is not what it says. */
export async function* partsOf(source: AsyncIterator<Buffer>, boundary: string): AsyncGenerator<Part> {
  const scanner = new Scanner(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await collect(scanner.until(delimiter), MAX_HEADERS);
  while ((await scanner.take(2)).toString() === "\r\n") {
    const headers = (await collect(scanner.until(Buffer.from("\r\n\r\n")), MAX_HEADERS)).toString();
    const [, disposition] = /^content-disposition:\s*form-data\s*;(.*)$/imu.exec(headers) ?? [];
    const [, name] = /(?:^|;)\s*name="([^"]*)"/iu.exec(disposition ?? "") ?? [];
    if (disposition === undefined || name === undefined) throw unreadable();
    const [, type] = /^content-type:\s*(.*?)\s*$/imu.exec(headers) ?? [];
    const isFile = /(?:^|;)\s*filename\*?=/iu.test(disposition);
    yield { name, isFile, type: type ?? null, body: scanner.until(delimiter) };
  }
}

/** @param limit bytes; more are refused */
export async function collect(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw unreadable();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

class Scanner {
  readonly #source: AsyncIterator<Buffer>;
  /** Read, and not given yet. The first delimiter of a body lacks the line break of the others. */
  #rest: Buffer = Buffer.from("\r\n");

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  async take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) await this.#more();
    return this.#cut(length);
  }

  /** What comes before a mark; the mark itself is passed over. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(mark);
      if (at >= 0) {
        if (at > 0) yield this.#cut(at);
        this.#cut(mark.length);
        return;
      }
      // The end of what was read may be the mark's beginning.
      const sure = this.#rest.length - mark.length + 1;
      if (sure > 0) yield this.#cut(sure);
      await this.#more();
    }
  }

  #cut(length: number): Buffer {
    const cut = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return cut;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw unreadable();
    this.#rest = Buffer.concat([this.#rest, value]);
  }
}

const unreadable = () => invalidRequest("The multipart body cannot be read.");
