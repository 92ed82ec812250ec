-- Exports of a person's own data, page by page. A browser builds the archive; no server holds it.

-- The parts of an export: the condition of the person's rows (`$1` is the person), the columns of their order with their types,
-- and an item. `t` is a row.
create function private.export_parts() returns table (part text, source text, keys text[], types text[], item text)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  values
    (
      'meetings', 'public.participants as t where t.user_id = $1', array['meeting_id'], array['uuid'],
      'private.exported_meeting(t)'
    ),
    (
      'attendance', 'public.attendance as t where t.user_id = $1', array['call_id'], array['uuid'],
      'jsonb_build_object(''call_id'', t.call_id, ''meeting_id'', (select meeting_id from public.calls where id = t.call_id),
        ''joined_at'', t.joined_at, ''left_at'', t.left_at, ''talk_ms'', t.talk_ms)'
    ),
    (
      'lines', 'public.lines as t where t.author = $1', array['created_at', 'id'], array['timestamptz', 'uuid'],
      'private.exported_line(t)'
    ),
    (
      'typed', 'public.lines as t where t.typed_by = $1', array['id'], array['uuid'],
      'private.exported_words(t.id, $1) || jsonb_build_object(''at'', t.created_at)'
    ),
    (
      'corrections', 'public.lines as t where t.corrected_by = $1', array['id'], array['uuid'],
      'jsonb_build_object(''line_id'', t.id, ''language'', t.language, ''text'', t.text, ''at'', t.edited_at)'
    ),
    (
      'earlier-corrections', 'public.line_corrections as t where t.author = $1', array['line_id', 'revision'],
      array['uuid', 'int'],
      'jsonb_build_object(''line_id'', t.line_id, ''language'', t.language, ''text'', t.text, ''at'', t.made_at)'
    ),
    (
      'proposals', 'public.line_proposals as t where t.proposer = $1', array['line_id'], array['uuid'],
      'jsonb_build_object(''line_id'', t.line_id, ''text'', t.text, ''at'', t.made_at)'
    ),
    (
      'marks', 'public.line_marks as t where t.by = $1', array['line_id'], array['uuid'],
      'private.exported_words(t.line_id, $1)
        || jsonb_build_object(''kind'', t.kind, ''done'', t.done, ''due_on'', t.due_on, ''at'', t.at)'
    ),
    (
      'tasks', 'public.line_marks as t where t.who = $1', array['line_id'], array['uuid'],
      'private.exported_words(t.line_id, $1) || jsonb_build_object(''done'', t.done, ''due_on'', t.due_on, ''at'', t.at)'
    ),
    (
      'reactions', 'public.reactions as t where t.user_id = $1', array['line_id', 'emoji'], array['uuid', 'text'],
      'jsonb_build_object(''line_id'', t.line_id, ''emoji'', t.emoji, ''at'', t.created_at)'
    ),
    (
      'reports', 'public.translation_reports as t where t.reporter = $1', array['line_id', 'revision', 'language'],
      array['uuid', 'int', 'text'],
      'jsonb_build_object(''line_id'', t.line_id, ''language'', t.language, ''text'', t.text, ''at'', t.created_at)'
    ),
    (
      'questions', 'public.confirmations as t where t.asked_by = $1', array['line_id'], array['uuid'],
      'private.exported_words(t.line_id, $1) || jsonb_build_object(''at'', t.asked_at)'
    ),
    (
      'answers', 'public.confirmation_answers as t where t.user_id = $1', array['line_id', 'revision'],
      array['uuid', 'int'],
      'jsonb_build_object(''line_id'', t.line_id, ''answer'', t.answer, ''language'', t.read_language,
        ''text'', t.read_text, ''at'', t.answered_at)'
    ),
    (
      'files', 'public.files as t where t.owner = $1', array['id'], array['uuid'],
      'jsonb_build_object(''id'', t.id, ''meeting_id'', t.meeting_id, ''name'', t.name, ''type'', t.type,
        ''bytes'', t.bytes, ''at'', t.offered_at, ''shared_at'', t.shared_at, ''deleted_at'', t.deleted_at)'
    ),
    (
      'terms', 'public.glossary_terms as t where t.proposed_by = $1', array['id'], array['uuid'],
      'jsonb_build_object(''id'', t.id, ''workspace_id'', t.workspace_id, ''term'', t.term, ''language'', t.language,
        ''never'', t.never, ''translations'', t.translations, ''note'', t.note, ''state'', t.state, ''at'', t.created_at)'
    ),
    (
      'invitations', 'public.workspace_invitations as t where $1 in (t.invited_by, t.accepted_by)', array['id'],
      array['uuid'],
      'jsonb_build_object(''id'', t.id, ''workspace_id'', t.workspace_id, ''sent'', t.invited_by = $1,
        ''email'', t.email, ''role'', t.role, ''at'', t.created_at, ''expires_at'', t.expires_at)'
    );
end
$$;

-- Returns a meeting of the person. A removed person gets no title, which may have changed since.
create function private.exported_meeting(p_participant public.participants) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', id,
      'title', case when p_participant.admission = 'admitted' then title end,
      'created_at', created_at,
      'ended_at', ended_at,
      'hosted', host is not distinct from p_participant.user_id,
      'role', p_participant.role,
      'admission', p_participant.admission,
      'display_name', p_participant.display_name,
      'speaks', p_participant.speaks,
      'reads', p_participant.reads,
      'entered_at', p_participant.created_at
    )
    from public.meetings where id = p_participant.meeting_id
  );
end
$$;

-- Returns a line of the person, with its translations and its last earlier texts.
create function private.exported_line(p_line public.lines) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  most_texts constant int := 20;
begin
  return jsonb_build_object(
    'id', p_line.id,
    'meeting_id', p_line.meeting_id,
    'call_id', p_line.call_id,
    'kind', p_line.kind,
    'language', p_line.language,
    'text', p_line.text,
    'at', p_line.created_at,
    'edited_at', p_line.edited_at,
    'deleted_at', p_line.deleted_at,
    'spoken_at', p_line.spoken_at,
    'spoken_ms', p_line.spoken_ms,
    'reply_to', p_line.reply_to,
    'about', p_line.about,
    'forwarded', p_line.forwarded,
    'translations', (
      select coalesce(jsonb_agg(jsonb_build_object('language', language, 'text', text) order by language), '[]')
      from public.translations
      where line_id = p_line.id and revision = p_line.revision and text is not null
    ),
    'earlier', (
      select coalesce(jsonb_agg(jsonb_build_object('text', text, 'at', made_at) order by revision), '[]')
      from (
        select text, made_at, revision from public.line_corrections
        where line_id = p_line.id
        order by revision desc
        limit most_texts
      ) as texts
    )
  );
end
$$;

-- Returns a line that may be somebody else's, with its text if the person may read it.
create function private.exported_words(p_line_id uuid, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  return jsonb_build_object(
    'line_id', p_line_id,
    'meeting_id', line.meeting_id,
    'text', case when line.author = p_user_id or private.can_read_line(p_user_id, line) then line.text end
  );
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
  perform private.check_rate_limit(caller_id, 'personalData.pagesPerMinute');
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
  return jsonb_build_object('items', to_jsonb(items), 'next', next_key);
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
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
  perform private.check_rate_limit(caller_id, 'personalData.pagesPerMinute');
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  execute format(
    'select count(*) as count, (array_agg(key))[count(*)] as last from (%s) as rows',
    private.export_query(p_part, 'jsonb_build_array({key}) as key')
  )
  into counted
  using caller_id, nullif(p_key, 'null'), most_rows;
  return jsonb_build_object('count', counted.count, 'next', case when counted.count = most_rows then counted.last end);
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
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
