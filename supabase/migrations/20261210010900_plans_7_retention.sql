-- Retention, deletion and export of planned meetings. They go with their meeting and their workspace too.

-- Deletes invitations that expired, old changes and usage, and series whose last occurrence is long over.
create or replace function private.sweep_workspaces(
  p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb
)
language plpgsql set search_path = '' as $$
declare
  first_day date := (p_now at time zone 'utc')::date - private.limit_value('retention.workspaceUsageDays')::int;
  -- A series has up to 850 rows, and a meeting has few.
  series_at_once constant int := greatest(p_limit / 100, 1);
  batch int;
  largest int;
begin
  delete from public.workspace_invitations
  where id in (
    select id from public.workspace_invitations where expires_at <= p_now limit p_limit for update skip locked
  );
  get diagnostics deleted = row_count;
  largest := deleted;
  delete from public.workspace_changes
  where id in (
    select id from public.workspace_changes
    where at <= p_now - make_interval(days => private.limit_value('retention.workspaceChangeDays')::int)
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  delete from public.workspace_usage
  where ctid = any (array(
    select ctid from public.workspace_usage where day < first_day limit p_limit for update skip locked
  ));
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  delete from public.workspace_member_usage
  where ctid = any (array(
    select ctid from public.workspace_member_usage where month < first_day limit p_limit for update skip locked
  ));
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  delete from public.meeting_series
  where id in (
    select id from public.meeting_series
    where ends_at <= p_now - make_interval(days => private.limit_value('retention.seriesDays')::int)
    limit series_at_once
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  next := case when largest = p_limit or batch = series_at_once then '{}'::jsonb end;
end
$$;

-- The rows of a person apart from lines and files, with those of planned meetings.
create or replace function private.personal_rows() returns table (table_name text, column_name text, goes boolean)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  values
    ('participants', 'user_id', true),
    ('participants', 'captioner', false),
    ('attendance', 'user_id', true),
    ('call_peers', 'user_id', true),
    ('knocks', 'user_id', true),
    ('reactions', 'user_id', true),
    ('line_proposals', 'proposer', true),
    ('translation_reports', 'reporter', true),
    ('confirmation_answers', 'user_id', true),
    ('confirmations', 'asked_by', false),
    ('lines', 'typed_by', false),
    ('lines', 'corrected_by', false),
    ('line_corrections', 'author', false),
    ('line_marks', 'who', false),
    ('line_marks', 'by', false),
    ('glossary_terms', 'proposed_by', false),
    ('glossary_terms', 'approved_by', false),
    ('meetings', 'host', false),
    ('meeting_series', 'organizer', false),
    ('series_invitees', 'user_id', true),
    ('series_invitees', 'invited_by', false),
    ('workspace_invitations', 'invited_by', false),
    ('workspace_invitations', 'accepted_by', true),
    ('workspace_changes', 'actor', false),
    ('workspace_changes', 'person', false),
    ('workspace_member_usage', 'member', false);
end
$$;

-- Returns a series that the person planned. Others may have changed it since: only members read that.
create function private.exported_series(p_series public.meeting_series) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_series.id, 'meeting_id', p_series.meeting_id, 'at', p_series.created_at)
    || case when private.membership_role(p_series.organizer, p_series.workspace_id) is null then '{}'::jsonb else
      private.series_times(p_series)
      || jsonb_build_object(
        'title', p_series.title,
        'agenda', p_series.agenda,
        'cancelled_at', p_series.cancelled_at,
        'invited', (
          select coalesce(jsonb_agg(email order by email), '[]')
          from public.series_invitees where series_id = p_series.id and email is not null and removed_at is null
        )
      )
    end;
end
$$;

-- The parts of an export, with planned meetings.
create or replace function private.export_parts() returns table (part text, source text, keys text[], types text[], item text)
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
    ),
    (
      'series', 'public.meeting_series as t where t.organizer = $1', array['id'], array['uuid'], 'private.exported_series(t)'
    ),
    (
      'series-answers', 'public.series_invitees as t where t.user_id = $1', array['id'], array['uuid'],
      'jsonb_build_object(''series_id'', t.series_id, ''answer'', t.answer, ''proposal'', private.proposal_json(t),
        ''invited_at'', t.invited_at, ''answered_at'', t.answered_at)'
    );
end
$$;
