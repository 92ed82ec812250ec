/**
 * Input of several megabytes, in each argument without a fixed size of each function that clients may call. A function
 * measures it before it works on it, and rejects it with an error of the catalogue within milliseconds.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { isErrorCode } from "#contracts/errors.ts";
import { PERSONAS, personas, type Scene } from "./support/personas.ts";
import { RPC_ACCESS } from "./support/rpcAccess.ts";
import type { RpcCase } from "./support/rpcOutcome.ts";
import { type Argument, type DatabaseCaller, testDatabaseForFile } from "./support/testDatabase.ts";

const MAX_MS = 100;
/** A busy machine may be slow, so only three slow calls in a row fail. */
const TRIES = 3;
const BYTES = 2_500_000;
const ITEMS = 20_000;
/** Stands for a list of numbers that JavaScript cannot write. Each of eight bytes has 131,072 digits as text. */
const LONG_NUMBERS = "long numbers";
const longNumbers = `[${Array.from({ length: 500 }, () => "1e131071").join(",")}]`;

const db = testDatabaseForFile();
let scene: Scene;
let types: Map<string, string>;
beforeAll(async () => {
  scene = await personas(db);
  // Calls a function with arguments of a JSON object. Returns its error, and the milliseconds that it took itself: those of
  // a call without those that the same arguments take in a row.
  await db.admin.unsafe(`
    create schema input_size;
    grant usage on schema input_size to anon, authenticated, service_role;
    create function input_size.call(p_call text, p_row text, p_args jsonb, out error text, out ms float) language plpgsql as $$
    declare
      started timestamptz := clock_timestamp();
    begin
      begin
        execute p_row using p_args;
      exception when others then null;
      end;
      ms := extract(epoch from started - clock_timestamp()) * 1000;
      started := clock_timestamp();
      begin
        execute p_call using p_args;
      exception when others then
        error := sqlerrm;
      end;
      ms := ms + extract(epoch from clock_timestamp() - started) * 1000;
    end
    $$;
    grant execute on function input_size.call to anon, authenticated, service_role;`);
  const rows = await db.admin<{ name: string; type: string }[]>`
    select proname || '.' || argument as name, format_type(type, null) as type
    from pg_proc, unnest(proargnames, proargtypes::oid[]) as listed (argument, type)
    where pronamespace = 'public'::regnamespace and type is not null`;
  types = new Map(rows.map(({ name, type }) => [name, type]));
});

const ADVERSARIAL = ["a", " ", "\u200b", "a\u200d", "\u{1f600}", "a b", "-", "á"];
const timesOf = (unit: string) => Math.floor(BYTES / Buffer.byteLength(unit));
const jsonTexts = ADVERSARIAL.slice(0, 3).map((unit) => unit.repeat(timesOf(unit)));

interface Grown {
  readonly value: unknown;
  /** The database repeats the value, because a text of megabytes in a message costs more than the call. */
  readonly times?: number;
}

/** Returns the JSON with each of its strings replaced in turn, and with a list repeated. */
function* grownJson(value: unknown, text: string): Generator<unknown> {
  if (typeof value === "string") yield text;
  else if (Array.isArray(value)) {
    for (const item of grownJson(value[0], text)) yield [item];
    yield Array.from({ length: ITEMS }, () => value[0] ?? {});
  } else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value))
      for (const grown of grownJson(part, text)) yield { ...value, [key]: grown };
    yield { ...value, more: text };
    if (text !== LONG_NUMBERS) yield { ...value, [text]: "a" };
  }
}

function* grown(value: Argument, type: string): Generator<Grown> {
  if (type === "uuid[]") yield { value: `{${Array.from({ length: ITEMS }, () => scene.line).join(",")}}` };
  else if (type === "text") for (const unit of ADVERSARIAL) yield { value: unit, times: timesOf(unit) };
  else if (type === "jsonb" && typeof value === "object" && value !== null && "json" in value)
    for (const text of [...jsonTexts, LONG_NUMBERS])
      for (const json of grownJson(value.json, text)) yield { value: json };
}

/** An array becomes the text of a Postgres array. */
function literal(value: Argument): unknown {
  if (value === null || typeof value !== "object") return value;
  return "json" in value ? value.json : `{${value.join(",")}}`;
}

const read = (name: string, type: string, times: number) =>
  times > 1
    ? `repeat($1 ->> '${name}', ${times})`
    : type === "uuid[]"
      ? `($1 ->> '${name}')::uuid[]`
      : type === "jsonb"
        ? `$1 -> '${name}'`
        : `($1 ->> '${name}')::${type}`;

const jsonOf = (args: object) => JSON.stringify(args).replaceAll(`"${LONG_NUMBERS}"`, longNumbers);

async function attempt(
  caller: DatabaseCaller,
  name: string,
  valid: Record<string, unknown>,
  argument: string,
  { value, times = 1 }: Grown,
) {
  const args = { ...valid, [argument]: value };
  const keys = Object.keys(args);
  const values = keys.map((key) => read(key, types.get(`${name}.${key}`) ?? "text", key === argument ? times : 1));
  const call = `select public.${name}(${values.map((value, index) => `${keys[index]} => ${value}`).join(", ")})`;
  const rows = await db.as(
    caller,
    (sql) => sql<{ error: string | null; ms: number }[]>`
      select * from input_size.call(${call}, ${`select ${values.join(", ")}`}, ${jsonOf(args)}::text::jsonb)`,
  );
  return rows[0] ?? { error: null, ms: 0 };
}

/** Returns a case of the access matrix, if possible one that succeeds, and a persona for which it does. */
function working(name: string): { act: RpcCase; caller: DatabaseCaller } {
  const cases = RPC_ACCESS.filter((act) => act.name === name);
  for (const act of cases)
    for (const persona of ["host", "owner", ...PERSONAS] as const)
      if (act.outcomes[persona] === "done") return { act, caller: scene.callers[persona] };
  const [act] = cases;
  if (act === undefined) throw new Error(`${name} has no case.`);
  return { act, caller: scene.callers.owner };
}

/** Only edge functions call the others, with the results of engines. */
const clientFunctions = new Set(
  RPC_ACCESS.filter(({ outcomes }) => outcomes.stranger !== "denied").map(({ name }) => name),
);

describe("input of megabytes is rejected at once", () => {
  test.each([...clientFunctions])("%s", async (name) => {
    const { act, caller } = working(name);
    const args = act.args(scene);
    const valid = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, literal(value)]));
    for (const [key, type] of [...types].filter(([full]) => full.startsWith(`${name}.`))) {
      const argument = key.slice(name.length + 1);
      for (const large of grown(args[argument] ?? null, type)) {
        let seen = { error: null as string | null, ms: Number.POSITIVE_INFINITY };
        for (let tries = 0; tries < TRIES && seen.ms > MAX_MS; tries += 1)
          seen = await attempt(caller, name, valid, argument, large);
        const sample = JSON.stringify(large.value).slice(0, 60);
        expect({ argument, sample, ...seen, ms: seen.ms > MAX_MS ? seen.ms : "few" }).toEqual({
          ...{ argument, sample, ms: "few" },
          error: expect.toSatisfy((error: unknown) => typeof error === "string" && isErrorCode(error)),
        });
      }
    }
  });
});
