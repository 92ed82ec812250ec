-- The items of an export of a person's own data.

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
      'jsonb_build_object(''line_id'', t.id, ''at'', t.created_at)'
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
      'jsonb_build_object(''line_id'', t.line_id, ''kind'', t.kind, ''done'', t.done, ''due_on'', t.due_on, ''at'', t.at)'
    ),
    (
      'tasks', 'public.line_marks as t where t.who = $1', array['line_id'], array['uuid'],
      'jsonb_build_object(''line_id'', t.line_id, ''done'', t.done, ''due_on'', t.due_on, ''at'', t.at)'
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
      'jsonb_build_object(''line_id'', t.line_id, ''at'', t.asked_at)'
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
      'private.exported_term(t, $1)'
    ),
    (
      'invitations', 'public.workspace_invitations as t where $1 in (t.invited_by, t.accepted_by)', array['id'],
      array['uuid'],
      'jsonb_build_object(''id'', t.id, ''workspace_id'', t.workspace_id, ''sent'', t.invited_by = $1,
        ''email'', t.email, ''role'', t.role, ''at'', t.created_at, ''expires_at'', t.expires_at)'
    );
end
$$;

-- Returns a meeting of the person. A person to whom it is closed gets no title, which may have changed since.
create function private.exported_meeting(p_participant public.participants) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', id,
      'title', case when private.is_participant(p_participant.user_id, id) then title end,
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

-- Returns a term that the person proposed. Others may have rewritten it since they approved it: only members read that.
create function private.exported_term(p_term public.glossary_terms, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_term.id, 'workspace_id', p_term.workspace_id, 'state', p_term.state, 'at', p_term.created_at
  ) || case
    when p_term.approved_by is null
      or p_term.approved_by = p_user_id
      or private.has_workspace_role(p_user_id, p_term.workspace_id, 'member')
    then jsonb_build_object(
      'term', p_term.term, 'language', p_term.language, 'never', p_term.never,
      'translations', p_term.translations, 'note', p_term.note
    )
    else '{}'
  end;
end
$$;

-- Adds the words of lines that may be somebody else's to items with a `line_id`: those that the person may read, as
-- `can_read_line` decides. It computes the rights once for each call of a page.
create function private.with_words(p_items jsonb[], p_user_id uuid) returns jsonb[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with listed as materialized (
      select given.place, given.item, line.meeting_id, line.author, line.text, subject.id, subject.call_id, subject.seq
      from unnest(p_items) with ordinality as given (item, place)
      left join public.lines as line on line.id = (given.item ->> 'line_id')::uuid
      left join public.lines as subject on subject.id = coalesce(line.about, line.id)
    ),
    rights as materialized (
      select
        places.meeting_id, places.call_id,
        case
          when places.call_id is not null then private.readable_ranges(p_user_id, places.call_id)
          when private.can_read_board(p_user_id, places.meeting_id) then private.whole_range()
          else '{}'
        end as ranges,
        places.call_id is not null and private.has_attended(p_user_id, places.call_id) as attended
      from (select distinct meeting_id, call_id from listed where meeting_id is not null) as places
    )
    select listed.item || jsonb_build_object(
      'meeting_id', listed.meeting_id,
      'text', case
        when listed.author = p_user_id or listed.seq <@ rights.ranges then listed.text
        when rights.attended and private.is_put_to_everybody(listed.id) then listed.text
      end
    )
    from listed
    left join rights on rights.meeting_id = listed.meeting_id and rights.call_id is not distinct from listed.call_id
    order by listed.place
  );
end
$$;
