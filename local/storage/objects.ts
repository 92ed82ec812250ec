/**
 * The rows of storage.buckets and storage.objects. A caller's operations run in their own transaction as the caller, so
 * that policies apply. Lookups that bypass policies in hosted (a bucket's limits, the object of a signed URL) run as
 * service_role.
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import * as z from "zod";
import type { Caller } from "../jwtClaims.ts";
import { SERVICE } from "../keys.ts";
import { APPLY_SETTINGS, contextOf, readRoleSettings, type Setting } from "../rest/context.ts";
import { noSuchBucket } from "./errors.ts";
import type { ObjectPath } from "./names.ts";

const bucketShape = z.object({
  id: z.string(),
  /** Whether everybody may read its objects. */
  public: z.nullable(z.boolean()),
  /** In bytes. A bigint arrives as text. */
  file_size_limit: z.coerce.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
});
export type Bucket = z.infer<typeof bucketShape>;

/** The metadata that hosted stores. */
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

/** A row may have been inserted by SQL, so its metadata can be anything. */
const objectShape = z.object({
  id: z.guid(),
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

/** A row to insert. Before the upload, it has only the metadata that hosted shows to policies then. */
export interface ObjectDraft {
  readonly version: string;
  readonly metadata: Metadata | { readonly mimetype: string; readonly contentLength: number | null };
  readonly userMetadata: Record<string, unknown> | null;
}

/** Rolls back a policy check. */
class RollbackError extends Error {}

export type Objects = Awaited<ReturnType<typeof openObjects>>;

/** @param url of role `authenticator` */
export async function openObjects(url: string, admin: postgres.Sql) {
  const sql = postgres(url, { max: 5, onnotice: () => {} });
  const roles = await readRoleSettings(admin);

  const setCaller = async (transaction: postgres.TransactionSql, caller: Caller, more: readonly Setting[] = []) => {
    await transaction.unsafe(APPLY_SETTINGS, contextOf(caller, roles, more), { prepare: true });
  };
  const runAs = async <T>(
    caller: Caller,
    work: (transaction: postgres.TransactionSql) => Promise<T>,
    more: readonly Setting[] = [],
  ): Promise<T> => {
    const { result } = await sql.begin(async (transaction) => {
      await setCaller(transaction, caller, more);
      return { result: await work(transaction) };
    });
    return result;
  };

  const put = async (
    transaction: postgres.TransactionSql,
    { claims }: Caller,
    { bucket, name }: ObjectPath,
    { version, metadata, userMetadata }: ObjectDraft,
    upsert: boolean,
  ) => {
    const owner = claims.sub ?? null;
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
    /** Throws `NoSuchBucket`. */
    bucket: async (id: string): Promise<Bucket> => {
      const [row] = await runAs(
        SERVICE,
        (transaction) =>
          transaction`select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = ${id}`,
      );
      if (row === undefined) throw noSuchBucket();
      return bucketShape.parse(row);
    },

    /**
     * Checks the policies with an insert that is rolled back. As hosted, a new object needs the insert policy, and a
     * replaced one select, insert and update. Throws the database's error.
     */
    checkPut: async (caller: Caller, place: ObjectPath, draft: ObjectDraft, upsert: boolean): Promise<void> => {
      await runAs(caller, async (transaction) => {
        await put(transaction, caller, place, draft, upsert);
        throw new RollbackError();
      }).catch((error: unknown) => {
        if (!(error instanceof RollbackError)) throw error;
      });
    },

    /**
     * Ends an upload whose policies were checked when it began. As hosted, no policy is checked again, and the row that
     * another upload created in between is replaced. @returns its id and its previous version
     */
    complete: async (caller: Caller, place: ObjectPath, draft: ObjectDraft) =>
      await runAs(SERVICE, async (transaction) => {
        const { bucket, name } = place;
        const [before] = await transaction<{ version: string | null }[]>`
          select version from storage.objects where bucket_id = ${bucket} and name = ${name} for update`;
        // As hosted, no metadata is stored as an empty object.
        await put(transaction, caller, place, { ...draft, userMetadata: draft.userMetadata ?? {} }, true);
        const [row] = await transaction<{ id: string }[]>`
          select id from storage.objects where bucket_id = ${bucket} and name = ${name}`;
        return { id: z.guid().parse(row?.id), replaced: before?.version ?? null };
      }),

    /** Returns the objects with these names that the caller can see. */
    find: async (caller: Caller, bucket: string, names: readonly string[]): Promise<StoredObject[]> => {
      const rows = await runAs(
        caller,
        (transaction) => transaction`
          select id, name, version, created_at, updated_at, metadata, user_metadata from storage.objects
          where bucket_id = ${bucket} and name = any(${[...names]}::text[])`,
      );
      return rows.map((row) => objectShape.parse(row));
    },

    /** Deletes the objects that the caller can see and delete. @returns their whole rows */
    remove: async (caller: Caller, bucket: string, names: readonly string[]): Promise<Record<string, unknown>[]> =>
      await runAs(
        caller,
        (transaction) => transaction`
          delete from storage.objects where bucket_id = ${bucket} and name = any(${[...names]}::text[])
          returning id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
            created_at, updated_at, last_accessed_at`,
        [["storage.allow_delete_query", "true"]],
      ),

    versions: async (): Promise<Set<string>> => {
      const rows = await admin<{ version: string }[]>`
        select version from storage.objects where version is not null`;
      return new Set(rows.map(({ version }) => version));
    },

    /** Whether a row has this version. */
    isNamed: async (version: string): Promise<boolean> => {
      const rows = await runAs(
        SERVICE,
        (transaction) => transaction`select from storage.objects where version = ${version}`,
      );
      return rows.length > 0;
    },

    close: () => sql.end({ timeout: 5 }),
  };
}
