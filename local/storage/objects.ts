/**
 * The rows of storage.buckets and storage.objects. What a caller does runs in a transaction of its own as the caller, so
 * that the policies decide; what hosted looks up past them (a bucket's limits, an object that a signed address names) runs
 * as service_role.
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import * as z from "zod";
import type { Caller } from "../jwtClaims.ts";
import { SERVICE } from "../keys.ts";
import { APPLY_SETTINGS, contextOf, readRoleSettings, type Setting } from "../rest/context.ts";
import { noSuchBucket } from "./errors.ts";
import type { Place } from "./names.ts";

const bucketShape = z.object({
  id: z.string(),
  /** Bytes; a bigint comes as text. */
  file_size_limit: z.coerce.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
});
export type Bucket = z.infer<typeof bucketShape>;

/** As hosted keeps it. */
export interface Metadata {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  /** ISO 8601. */
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
}

/** A row may have been made by SQL: of its metadata nothing is certain. */
const objectShape = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  user_metadata: z.record(z.string(), z.unknown()).nullable().catch(null),
  metadata: z
    .object({
      size: z.number().optional().catch(undefined),
      mimetype: z.string().optional().catch(undefined),
      cacheControl: z.string().optional().catch(undefined),
    })
    .nullable()
    .catch(null),
});
export type StoredObject = z.infer<typeof objectShape>;

/** What is to become a row. Before the bytes have come, as much of its metadata as hosted shows to policies then. */
export interface Draft {
  readonly version: string;
  readonly metadata: Metadata | { readonly mimetype: string; readonly contentLength: number | null };
  readonly userMetadata: Record<string, unknown> | null;
}

/** What ends a trial, and undoes it. */
class Undone extends Error {}

export type Objects = Awaited<ReturnType<typeof openObjects>>;

/** @param url of role `authenticator` */
export async function openObjects(url: string, admin: postgres.Sql) {
  const sql = postgres(url, { max: 5, onnotice: () => {} });
  const roles = await readRoleSettings(admin);

  const become = async (transaction: postgres.TransactionSql, caller: Caller, more: readonly Setting[] = []) => {
    await transaction.unsafe(APPLY_SETTINGS, contextOf(caller, roles, more), { prepare: true });
  };
  const as = async <T>(
    caller: Caller,
    work: (transaction: postgres.TransactionSql) => Promise<T>,
    more: readonly Setting[] = [],
  ): Promise<T> => {
    const { result } = await sql.begin(async (transaction) => {
      await become(transaction, caller, more);
      return { result: await work(transaction) };
    });
    return result;
  };

  /** As hosted: a new object needs the insert policy, a replaced one select, insert and update. */
  const put = async (
    transaction: postgres.TransactionSql,
    caller: Caller,
    { bucket, name }: Place,
    { version, metadata, userMetadata }: Draft,
    upsert: boolean,
  ) => {
    const owner = caller.claims.sub ?? null;
    const user = userMetadata === null ? null : JSON.stringify(userMetadata);
    await transaction`
      insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values (${randomUUID()}, ${bucket}, ${name}, ${owner}, ${owner}, ${version},
        ${JSON.stringify(metadata)}::text::jsonb, ${user}::text::jsonb)
      ${
        upsert
          ? transaction`on conflict (bucket_id, name) do update set
              owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
              metadata = excluded.metadata, user_metadata = excluded.user_metadata`
          : transaction``
      }`;
  };

  return {
    /** Throws a refusal where there is none. */
    bucket: async (id: string): Promise<Bucket> => {
      const [row] = await as(
        SERVICE,
        (transaction) =>
          transaction`select id, file_size_limit, allowed_mime_types from storage.buckets where id = ${id}`,
      );
      if (row === undefined) throw noSuchBucket();
      return bucketShape.parse(row);
    },

    /** Asks the policies by a trial that is undone. Throws what the database says. */
    mayPut: async (caller: Caller, place: Place, draft: Draft, upsert: boolean): Promise<void> => {
      await as(caller, async (transaction) => {
        await put(transaction, caller, place, draft, upsert);
        throw new Undone();
      }).catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    },

    /** Makes the row, as the caller. @returns its id, and the version that it had before */
    put: async (caller: Caller, place: Place, draft: Draft, upsert: boolean) =>
      await as(SERVICE, async (transaction) => {
        const { bucket, name } = place;
        const [before] = await transaction<{ version: string | null }[]>`
          select version from storage.objects where bucket_id = ${bucket} and name = ${name} for update`;
        await become(transaction, caller);
        await put(transaction, caller, place, draft, upsert);
        await become(transaction, SERVICE);
        const [row] = await transaction<{ id: string }[]>`
          select id from storage.objects where bucket_id = ${bucket} and name = ${name}`;
        return { id: z.uuid().parse(row?.id), replaced: before?.version ?? null };
      }),

    /** Those of the names that the caller may see. */
    find: async (caller: Caller, bucket: string, names: readonly string[]): Promise<StoredObject[]> => {
      const rows = await as(
        caller,
        (transaction) => transaction`
          select id, name, version, created_at, updated_at, metadata, user_metadata from storage.objects
          where bucket_id = ${bucket} and name = any(${[...names]}::text[])`,
      );
      return rows.map((row) => objectShape.parse(row));
    },

    /** Deletes those that the caller may see and delete. @returns their rows, whole */
    remove: async (caller: Caller, bucket: string, names: readonly string[]): Promise<Record<string, unknown>[]> =>
      await as(
        caller,
        (transaction) => transaction`
          delete from storage.objects where bucket_id = ${bucket} and name = any(${[...names]}::text[])
          returning id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
            created_at, updated_at, last_accessed_at`,
        [["storage.allow_delete_query", "true"]],
      ),

    /** The versions of all objects. */
    versions: async (): Promise<Set<string>> => {
      const rows = await admin<{ version: string }[]>`
        select version from storage.objects where version is not null`;
      return new Set(rows.map(({ version }) => version));
    },

    /** Whether a row names these bytes. */
    isNamed: async (version: string): Promise<boolean> => {
      const rows = await as(
        SERVICE,
        (transaction) => transaction`select from storage.objects where version = ${version}`,
      );
      return rows.length > 0;
    },

    close: () => sql.end({ timeout: 5 }),
  };
}
