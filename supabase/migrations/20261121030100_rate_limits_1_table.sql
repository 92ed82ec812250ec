-- How often one person may do a thing.

-- When one person did a thing that is limited, by the name of its bound; only as far back as the bound reaches.
create table private.turns (
  person uuid not null references public.profiles on delete cascade,
  act text not null,
  times timestamptz[] not null,
  primary key (person, act)
);
revoke all on private.turns from public, anon, authenticated, service_role;
alter table private.turns enable row level security;

-- Counts one of a person's acts, or several at once, or refuses when there were enough. The bound's name says in which
-- time. It comes before the meeting's lock: a flood waits for itself and holds up nobody. What fails afterwards was not
-- counted.
create function private.take_turn(who uuid, what text, count int default 1) returns void
language plpgsql set search_path = '' as $$
declare
  at_most bigint := private.bound(what);
  span interval := case
    when what like '%PerTenSeconds' then interval '10 seconds'
    when what like '%PerMinute' then interval '1 minute'
  end;
  taken int;
begin
  insert into private.turns as known (person, act, times)
  values (who, what, array_fill(clock_timestamp(), array[count]))
  on conflict (person, act) do update
  set times = array(
    select earlier from unnest(known.times) as earlier where earlier > clock_timestamp() - span
  ) || excluded.times
  returning cardinality(times) into taken;
  if at_most is null or span is null then
    perform private.fail('bug/unexpected');
  elsif taken > at_most then
    perform private.fail('request/rate-limited');
  end if;
end
$$;
