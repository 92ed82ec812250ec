/** Reads the exposed schema `public` from `pg_catalog`: tables with columns and references, and functions. */
import type postgres from "postgres";
import * as z from "zod";

const column = z.object({ name: z.string(), type: z.string(), nullable: z.boolean(), filled: z.boolean() });
const reference = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  one: z.boolean(),
  relation: z.string(),
  targets: z.array(z.string()),
});
const catalog = z.object({
  tables: z.array(z.object({ name: z.string(), columns: z.array(column), references: z.array(reference) })),
  functions: z.array(
    z.object({
      name: z.string(),
      args: z.array(z.object({ name: z.string(), type: z.string(), optional: z.boolean() })),
      returns: z.string(),
    }),
  ),
});
export type Catalog = z.infer<typeof catalog>;

/** Returns everything in the order of names. Throws on views, enums and composite types, which `public` does not have. */
export async function readCatalog(sql: postgres.Sql): Promise<Catalog> {
  const tables = await sql`
    select
      relname as name,
      (
        select jsonb_agg(jsonb_build_object(
          'name', attname,
          'type', format_type(atttypid, null),
          'nullable', not attnotnull,
          'filled', atthasdef or attidentity <> ''
        ) order by attname)
        from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped
      ) as columns,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', conname,
          'columns', (
            select jsonb_agg(attname order by place)
            from unnest(conkey) with ordinality as key(number, place)
            join pg_attribute on attrelid = conrelid and attnum = number
          ),
          'one', exists (
            select from pg_index where indrelid = conrelid and indisunique and indpred is null
              and (select array_agg(key order by key) from unnest(indkey::int2[]) as key)
                = (select array_agg(key order by key) from unnest(conkey) as key)
          ),
          'relation', confrelid::regclass::text,
          'targets', (
            select jsonb_agg(attname order by place)
            from unnest(confkey) with ordinality as key(number, place)
            join pg_attribute on attrelid = confrelid and attnum = number
          )
        ) order by conname), '[]')
        from pg_constraint
        join pg_class as target on target.oid = confrelid
        where conrelid = relation.oid and contype = 'f' and target.relnamespace = 'public'::regnamespace
      ) as references
    from pg_class as relation
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by relname`;
  const functions = await sql`
    select
      proname as name,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', proargnames[place],
          'type', format_type(type, null),
          'optional', place > pronargs - pronargdefaults
        ) order by proargnames[place]), '[]')
        from unnest(proargtypes) with ordinality as argument(type, place)
      ) as args,
      format_type(prorettype, null) as returns
    from pg_proc where pronamespace = 'public'::regnamespace
    order by proname`;
  const unknown = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f', 'c')
    union all
    select typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')`;
  const [unsupported] = unknown;
  if (unsupported !== undefined)
    throw new Error(`public.${unsupported.name} is of a kind that scripts/types does not support yet.`);
  return catalog.parse({ tables, functions });
}
