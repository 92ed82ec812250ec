-- Hosted loads the extension safeupdate for the role authenticator: an update or delete without `where` fails with
-- 21000, also inside a function that the API calls. The extension is not in the binaries. Here a hidden trigger on each
-- table finds its statement in the call stack and searches it for `where`.

-- Returns whether a SQL text has an update or delete (`_operation`) without `where`, at any depth of parentheses.
create or replace function extensions.lacks_where(_sql text, _operation text) returns boolean
language plpgsql immutable as $$
declare
  _bare text;
  _part text;
  _verb text := case _operation when 'UPDATE' then '\mupdate\M.*\mset\M' else '\mdelete\s+from\M' end;
begin
  -- The usual statement, without its slow analysis.
  if _sql ~* '^\s*(update|delete)\M([^''"();/-]|''[^'']*''|\([^()''"]*\))*\mwhere\M'
    or _sql ~* '^\s*insert\M' and _sql !~* '\mwith\M' then
    return false;
  end if;
  -- Removes comments, quoted text, and other uses of the two words.
  _bare := regexp_replace(
    lower(_sql), '--[^\n]*|/\*([^*]|\*+[^*/])*\*+/|''([^'']|'''')*''|"([^"]|"")*"', ' x ', 'g'
  );
  _bare := regexp_replace(_bare, '\m(do|then|on|for|no\s+key)\s+(update|delete)\M', ' ', 'g');
  loop
    for _part in
      select unnest(string_to_array(part[1], ';')) from regexp_matches(_bare, '\(([^()]*)\)', 'g') as part
    loop
      if _part ~ _verb and _part !~ '\mwhere\M' then
        return true;
      end if;
    end loop;
    exit when _bare !~ '\([^()]*\)';
    _bare := regexp_replace(_bare, '\([^()]*\)', ' ', 'g');
  end loop;
  return exists (
    select from unnest(string_to_array(_bare, ';')) as part where part ~ _verb and part !~ '\mwhere\M'
  );
end
$$;
revoke execute on function extensions.lacks_where(text, text) from public;

-- Statements of a cursor loop (`for … in update … returning`) have no text in the call stack and pass.
create or replace function extensions.require_where() returns trigger
language plpgsql security definer as $$
declare
  _stack text;
  _key text;
  _found text[];
  _unsafe boolean := false;
begin
  if current_setting('safeupdate.enabled', true) in ('off', 'false', '0', 'no') then
    return null;
  end if;
  get diagnostics _stack = pg_context;
  -- The first line is this function. The next one is the statement's.
  if strpos(_stack, E'\n') = 0 then
    _unsafe := extensions.lacks_where(current_query(), tg_op);
  else
    -- A session remembers the places that passed.
    _key := md5(_stack || tg_op);
    if strpos(current_setting('safeupdate.passed', true), _key) > 0 then
      return null;
    end if;
    _stack := substr(_stack, strpos(_stack, E'\n') + 1);
    if starts_with(_stack, 'SQL statement "') then
      -- A following line starts with the kind of its caller.
      _found := regexp_split_to_array(substr(_stack, 16), '"(?:\n(?:PL/pgSQL|SQL) |$)');
      _unsafe := extensions.lacks_where(_found[1], tg_op);
    elsif starts_with(_stack, 'SQL function "') then
      _found := regexp_match(_stack, '^SQL function "([^\n]*)" statement (\d+)');
      -- The call stack has no schema: every function of this name has to be unsafe.
      select coalesce(bool_and(extensions.lacks_where((string_to_array(prosrc, ';'))[_found[2]::int], tg_op)), false)
      into _unsafe
      from pg_catalog.pg_proc join pg_catalog.pg_language l on l.oid = prolang
      where proname = _found[1] and lanname = 'sql';
    end if;
  end if;
  if _unsafe then
    raise cardinality_violation using message = format('%s requires a WHERE clause', tg_op);
  end if;
  if _key is not null then
    perform set_config('safeupdate.passed', left(concat(_key, current_setting('safeupdate.passed', true)), 6400), false);
  end if;
  return null;
end
$$;
revoke execute on function extensions.require_where() from public;

-- As an internal trigger it is invisible to dumps and to queries for the triggers of a table.
create or replace function extensions.add_require_where(_table regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger require_where before update or delete on %s for each statement
    when (session_user = %L) execute function extensions.require_where()', _table, 'authenticator'
  );
  update pg_catalog.pg_trigger set tgisinternal = true where tgrelid = _table and tgname = 'require_where';
end
$$;
revoke execute on function extensions.add_require_where(regclass) from public;

create or replace function extensions.guard_new_tables() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A table with foreign keys is listed more than once.
  perform extensions.add_require_where(created)
  from (
    select distinct objid as created from pg_catalog.pg_event_trigger_ddl_commands()
    where classid = 'pg_catalog.pg_class'::regclass and object_type = 'table'
  ) as tables
  where not exists (select from pg_catalog.pg_trigger where tgrelid = created and tgname = 'require_where');
end
$$;
revoke execute on function extensions.guard_new_tables() from public;
drop event trigger if exists guard_new_tables;
create event trigger guard_new_tables on ddl_command_end when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
execute function extensions.guard_new_tables();

do $$
begin
  perform extensions.add_require_where(oid)
  from pg_class
  where relkind in ('r', 'p') and relnamespace in ('realtime'::regnamespace, 'storage'::regnamespace)
    and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'require_where');
end
$$;
