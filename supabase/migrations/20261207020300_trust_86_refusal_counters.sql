-- Four rows of 256 counters instead of three of 128. A hundred guests whose rejected requests wait for each other filled half of each row, and
-- a sixth of all people found theirs full. Now it is one in a hundred.
do $$
begin
  for counter in 384..1023 loop
    execute format('create sequence private.refused_ms_%s as bigint', counter);
  end loop;
end
$$;

create or replace function private.refusal_counters(p_user_id uuid) returns setof regclass
language plpgsql stable set search_path = '' as $$
declare
  salt bigint := (select last_value from private.refusal_salt);
begin
  for counter_row in 0..3 loop
    return next format(
      'private.refused_ms_%s', 256 * counter_row + (hashtextextended(p_user_id::text, salt + counter_row) & 255)
    )::regclass;
  end loop;
end
$$;
