/** The catalogue of an exposed schema: tables with their columns, and functions. It is read again after DDL. */
import type postgres from "postgres";
import * as z from "zod";

const column = z.object({
  name: z.string(),
  /** The SQL name, with its modifier: `numeric(6,2)`. */
  type: z.string(),
  /** The SQL expression, or null. */
  fallback: z.string().nullable(),
});
export type Column = z.infer<typeof column>;

const relation = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(column),
  primaryKey: z.array(z.string()),
});
export type Relation = z.infer<typeof relation>;

const routine = z.object({
  schema: z.string(),
  name: z.string(),
  /** Input arguments in order of declaration. `type` is the SQL name. */
  args: z.array(z.object({ name: z.string(), type: z.string(), variadic: z.boolean() })),
  /** Number of trailing arguments with a default. */
  defaults: z.int(),
  set: z.boolean(),
  /** `row` has columns, `value` is a single value. */
  result: z.enum(["void", "row", "value"]),
  /** Whether it runs in a read-only transaction: it is stable or immutable. */
  readOnly: z.boolean(),
  /** Its own `statement_timeout`. It must apply before the function starts. */
  timeout: z.string().nullable(),
});
export type Routine = z.infer<typeof routine>;

export interface Catalogue {
  relation(schema: string, name: string): Relation | undefined;
  /** All overloads of a name. */
  routines(schema: string, name: string): readonly Routine[];
}

/** @param sql a connection with an empty search path, so that all names are qualified */
export async function readCatalogue(sql: postgres.Sql, schemas: readonly string[]): Promise<Catalogue> {
  const [relations, routines] = await Promise.all([readRelations(sql, schemas), readRoutines(sql, schemas)]);
  const relationsByName = Map.groupBy(relations, ({ schema, name }) => JSON.stringify([schema, name]));
  const routinesByName = Map.groupBy(routines, ({ schema, name }) => JSON.stringify([schema, name]));
  return {
    relation: (schema, name) => relationsByName.get(JSON.stringify([schema, name]))?.[0],
    routines: (schema, name) => routinesByName.get(JSON.stringify([schema, name])) ?? [],
  };
}

async function readRelations(sql: postgres.Sql, schemas: readonly string[]): Promise<Relation[]> {
  const rows = await sql`
    select n.nspname as schema, c.relname as name,
      coalesce((
        select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'fallback', case
            when a.attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
            when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
          end
        ) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ), '[]') as columns,
      coalesce((
        select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary
      ), '[]') as "primaryKey"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${[...schemas]}) and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
  return z.array(relation).parse([...rows]);
}

async function readRoutines(sql: postgres.Sql, schemas: readonly string[]): Promise<Routine[]> {
  const rows = await sql`
    select n.nspname as schema, p.proname as name, p.pronargdefaults as defaults, p.proretset as set,
      case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or p.prorettype = 'record'::regtype then 'row'
        else 'value'
      end as result,
      p.provolatile <> 'v' as "readOnly",
      (select substr(setting, 19) from unnest(p.proconfig) as setting where starts_with(setting, 'statement_timeout='))
        as timeout,
      coalesce((
        select json_agg(json_build_object(
          'name', coalesce(p.proargnames[position], ''), 'type', format_type(type, -1),
          'variadic', coalesce(p.proargmodes[position] = 'v', false)
        ) order by position)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a(type, position)
        where coalesce(p.proargmodes[position], 'i') in ('i', 'b', 'v')
      ), '[]') as args
    from pg_proc p join pg_type t on t.oid = p.prorettype join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any (${[...schemas]}) and p.prokind = 'f'
      and not p.prorettype = any (array['trigger', 'event_trigger']::regtype[])`;
  return z.array(routine).parse([...rows]);
}
