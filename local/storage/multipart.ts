/**
 * Streaming parser for multipart/form-data (RFC 7578): a file is never held in memory. Hand-written, because
 * `@fastify/busboy` silently truncates long part headers, and ends a cut-off file like a complete one for a late
 * reader.
 */
import { invalidRequest } from "./errors.ts";

export interface Part {
  readonly name: string;
  /** Whether the part has a file name. */
  readonly isFile: boolean;
  readonly type: string | null;
  /** Must be read to its end before the next part is requested. */
  readonly body: AsyncGenerator<Buffer>;
}

/** Maximum size of a part's headers. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Returns the boundary of a content type, or null when it is not multipart. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/iu.exec(contentType) ?? [];
  return quoted ?? plain ?? null;
}

/** Throws `InvalidRequest` for a malformed body. */
export async function* partsOf(source: AsyncIterator<Buffer>, boundary: string): AsyncGenerator<Part> {
  const scanner = new Scanner(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await collect(scanner.until(delimiter), MAX_HEADER_BYTES);
  while ((await scanner.take(2)).toString() === "\r\n") {
    const headers = (await collect(scanner.until(Buffer.from("\r\n\r\n")), MAX_HEADER_BYTES)).toString();
    const [, disposition] = /^content-disposition:\s*form-data\s*;(.*)$/imu.exec(headers) ?? [];
    const [, name] = /(?:^|;)\s*name="([^"]*)"/iu.exec(disposition ?? "") ?? [];
    if (disposition === undefined || name === undefined) throw malformed();
    const [, type] = /^content-type:\s*(.*?)\s*$/imu.exec(headers) ?? [];
    const isFile = /(?:^|;)\s*filename\*?=/iu.test(disposition);
    yield { name, isFile, type: type ?? null, body: scanner.until(delimiter) };
  }
}

/** Reads a body into memory. @param limit maximum bytes; throws above it */
export async function collect(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw malformed();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

class Scanner {
  readonly #source: AsyncIterator<Buffer>;
  /** Bytes that were read but not returned yet. Starts with the line break that the first delimiter of a body lacks. */
  #rest: Buffer = Buffer.from("\r\n");

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  async take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) await this.#more();
    return this.#cut(length);
  }

  /** Yields the bytes before a mark and skips the mark. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(mark);
      if (at >= 0) {
        if (at > 0) yield this.#cut(at);
        this.#cut(mark.length);
        return;
      }
      // The last bytes may be the beginning of the mark.
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
    if (done) throw malformed();
    this.#rest = Buffer.concat([this.#rest, value]);
  }
}

const malformed = () => invalidRequest("The multipart body cannot be read.");
