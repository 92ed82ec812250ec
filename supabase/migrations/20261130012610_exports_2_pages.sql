-- Exports of a person's own data, page by page. A browser builds the archive; no server holds it.

-- Counts rows of an export after the first ones of a turn, so that the limit follows the work.
create function private.count_exported_rows(p_user_id uuid, p_rows int, p_per_turn int) returns void
language plpgsql set search_path = '' as $$
begin
  update private.rate_limits set times = times || array_fill(clock_timestamp(), array[p_rows / p_per_turn])
  where user_id = p_user_id and action = 'personalData.pagesPerMinute' and p_rows >= p_per_turn;
end
$$;

-- Returns the rows of a part after a key as SQL. `$1` is the person, `$2` the key.
create function private.export_query(p_part text, p_selected text) returns text
language plpgsql stable set search_path = '' as $$
declare
  part record;
  parameters text;
begin
  select * into part from private.export_parts() as parts where parts.part = p_part;
  if not found then
    perform private.raise_error('request/invalid');
  end if;
  select string_agg(format('($2 ->> %s)::%s', number - 1, type), ', ' order by number) into parameters
  from unnest(part.types) with ordinality as types (type, number);
  return format(
    'select %s from %s and ($2 is null or (%s) > (%s)) order by %3$s limit $3',
    replace(replace(p_selected, '{item}', part.item), '{key}', 't.' || array_to_string(part.keys, ', t.')),
    part.source,
    't.' || array_to_string(part.keys, ', t.'),
    parameters
  );
end
$$;

-- Returns a page of a part after a key, and the key where to go on. The key of a page is an array of texts.
create function private.export_page(p_part text, p_key jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  most_rows int := private.limit_value('personalData.rowsPerPage');
  most_bytes int := private.limit_value('personalData.bytesPerPage');
  bytes int := 0;
  items jsonb[] := '{}';
  next_key jsonb;
  found_row record;
begin
  perform private.require_size(pg_column_size(p_key), 512, 'request/too-large');
  -- One page of a person at a time.
  perform private.check_rate_limit_at_once(caller_id, 'personalData.pagesPerMinute');
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  for found_row in
    execute private.export_query(p_part, '{item} as item, jsonb_build_array({key}) as key')
    using caller_id, nullif(p_key, 'null'), most_rows
  loop
    items := items || found_row.item;
    bytes := bytes + octet_length(found_row.item::text);
    next_key := found_row.key;
    exit when bytes >= most_bytes;
  end loop;
  if cardinality(items) < most_rows and bytes < most_bytes then
    next_key := null;
  end if;
  if p_part in ('typed', 'marks', 'tasks', 'questions') then
    items := private.with_words(items, caller_id);
  end if;
  perform private.count_exported_rows(caller_id, cardinality(items), private.limit_value('personalData.rowsPerTurn')::int);
  return jsonb_build_object('items', to_jsonb(items), 'next', next_key);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
  perform private.raise_error('request/invalid');
end
$$;
grant execute on function private.export_page(text, jsonb) to authenticated;

-- Counts rows of a part after a key, and returns the key where to go on.
create function private.export_count(p_part text, p_key jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  most_rows int := private.limit_value('personalData.rowsPerCount');
  counted record;
begin
  perform private.require_size(pg_column_size(p_key), 512, 'request/too-large');
  perform private.check_rate_limit_at_once(caller_id, 'personalData.pagesPerMinute');
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  execute format(
    'select count(*) as count, (array_agg(key))[count(*)] as last from (%s) as rows',
    private.export_query(p_part, 'jsonb_build_array({key}) as key')
  )
  into counted
  using caller_id, nullif(p_key, 'null'), most_rows;
  perform private.count_exported_rows(
    caller_id, counted.count::int, private.limit_value('personalData.countedRowsPerTurn')::int
  );
  return jsonb_build_object('count', counted.count, 'next', case when counted.count = most_rows then counted.last end);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
  perform private.raise_error('request/invalid');
end
$$;
grant execute on function private.export_count(text, jsonb) to authenticated;

-- Returns the parts of an export that are one row or few: the account, its sign-in, its workspaces.
create function private.export_account() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'personalData.pagesPerMinute');
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  return (
    select jsonb_build_object(
      'id', users.id,
      'email', users.email,
      'created_at', users.created_at,
      'last_sign_in_at', users.last_sign_in_at,
      'profile', private.profile_json(profiles),
      'sessions', (
        select coalesce(jsonb_agg(to_jsonb(page)), '[]')
        from (
          select created_at, refreshed_at, user_agent, host(ip) as ip
          from auth.sessions where user_id = caller_id order by created_at desc limit 100
        ) as page
      ),
      'workspaces', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('id', workspaces.id, 'name', workspaces.name, 'role', role, 'joined_at', members.created_at)
            order by members.created_at, workspaces.id
          ),
          '[]'
        )
        from public.workspace_members as members
        join public.workspaces on workspaces.id = members.workspace_id
        where members.user_id = caller_id
      ),
      'parts', (select jsonb_agg(part) from private.export_parts())
    )
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.id = caller_id
  );
end
$$;
grant execute on function private.export_account() to authenticated;

create function public.export_page(p_part text, p_key jsonb default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_size(private.export_page(p_part, p_key), 'personalData.pagesPerMinute', 131072)
$$;
grant execute on function public.export_page(text, jsonb) to authenticated;

create function public.export_count(p_part text, p_key jsonb default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.export_count(p_part, p_key)
$$;
grant execute on function public.export_count(text, jsonb) to authenticated;

create function public.export_account() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.export_account()
$$;
grant execute on function public.export_account() to authenticated;
