-- Keeps from people what others wrote after their access ended, and lets no meeting outlive the rules of guests.

-- Returns whether others have corrected a caption whose author does not read it any more.
create function private.is_corrected_out_of_sight(p_line public.lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if p_line.kind = 'chat' or p_line.edited_at is null or p_line.corrected_by is not distinct from p_line.author then
    return false;
  end if;
  return not private.can_read_line(p_line.author, p_line);
end
$$;

-- Returns the text of a line for its author: of a caption that others corrected out of sight the newest one that is the author's own or the
-- recogniser's.
create function private.exported_text(p_line public.lines) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_corrected_out_of_sight(p_line) then
    return p_line.text;
  end if;
  return (
    select text from public.line_corrections
    where line_id = p_line.id and (author = p_line.author or revision = 1)
    order by revision desc
    limit 1
  );
end
$$;

-- As before, but of a caption that others corrected out of its author's sight only the author's words and those of the recogniser.
create or replace function private.exported_line(p_line public.lines) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  most_texts constant int := 20;
  hides_others boolean := private.is_corrected_out_of_sight(p_line);
begin
  return jsonb_build_object(
    'id', p_line.id,
    'meeting_id', p_line.meeting_id,
    'call_id', p_line.call_id,
    'kind', p_line.kind,
    'language', p_line.language,
    'text', private.exported_text(p_line),
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
      where line_id = p_line.id and revision = p_line.revision and text is not null and not hides_others
    ),
    'earlier', (
      select coalesce(jsonb_agg(jsonb_build_object('text', text, 'at', made_at) order by revision), '[]')
      from (
        select text, made_at, revision from public.line_corrections
        where line_id = p_line.id and (not hides_others or author = p_line.author or revision = 1)
        order by revision desc
        limit most_texts
      ) as texts
    )
  );
end
$$;

-- As before, but a proposer who is no member gets no note of an approved term, and not who approved it.
create or replace function private.propose_term(
  p_meeting_id uuid,
  p_term_id uuid,
  p_term text,
  p_language text,
  p_never boolean,
  p_translations jsonb,
  p_note text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_workspace_id uuid := (select workspace_id from public.meetings where id = p_meeting_id);
  proposal public.glossary_terms;
  previous public.glossary_terms;
begin
  perform private.require_term_proposer(caller_id, p_meeting_id, meeting_workspace_id);
  if meeting_workspace_id is null then
    perform private.raise_error('glossary/no-workspace');
  end if;
  perform private.check_rate_limit_at_once(caller_id, 'termProposalsPerMinute');
  perform private.require_new_word(meeting_workspace_id, p_term_id, p_term, p_language, null);
  proposal := private.require_valid_term(p_term_id, p_term, p_language, p_never, p_translations, p_note);
  proposal.workspace_id := meeting_workspace_id;
  perform private.lock_glossary(proposal.workspace_id);

  select * into previous from public.glossary_terms where id = p_term_id;
  if previous.id is not null
    and (previous.proposed_by, previous.meeting_id) is distinct from (caller_id, p_meeting_id)
  then
    perform private.raise_error('request/not-allowed');
  elsif previous.state = 'approved' then
    -- Its note may come from members by now.
    return private.term_json(previous) || case
      when private.has_workspace_role(caller_id, meeting_workspace_id, 'member') then '{}'
      else jsonb_build_object('note', '', 'approved_by', null)
    end;
  elsif exists (
    select from public.glossary_terms as other
    where other.workspace_id = proposal.workspace_id
      and other.language = proposal.language
      and lower(other.term) = lower(proposal.term)
      and other.id <> p_term_id
  ) then
    perform private.raise_error('glossary/duplicate');
  elsif previous.id is null then
    perform private.require_glossary_capacity(proposal.workspace_id, 'proposed');
    -- The guests of a meeting leave proposals to those of others.
    if (
      select count(*) from public.glossary_terms
      where workspace_id = proposal.workspace_id and state = 'proposed' and proposed_by = caller_id
    ) >= private.limit_value('glossaryProposalsPerPerson')
      or (
        select count(*) from public.glossary_terms where meeting_id = p_meeting_id and state = 'proposed'
      ) >= private.limit_value('glossaryProposals') / private.limit_value('quotaShares.guestOfGuests')
    then
      perform private.raise_error('glossary/full');
    end if;
  end if;
  insert into public.glossary_terms (
    id, workspace_id, term, language, never, translations, note, state, meeting_id, proposed_by
  )
  values (
    p_term_id, proposal.workspace_id, proposal.term, proposal.language, proposal.never, proposal.translations,
    proposal.note, 'proposed', p_meeting_id, caller_id
  )
  on conflict (id) do update
  set
    term = excluded.term,
    language = excluded.language,
    never = excluded.never,
    translations = excluded.translations,
    note = excluded.note,
    changed_at = now()
  returning * into proposal;
  return private.term_json(proposal);
end
$$;

-- As before, but a meeting that comes into no workspace still expires.
create or replace function private.assign_meeting(p_meeting_id uuid, p_user_id uuid, p_workspace_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.meetings
  set
    host = p_user_id,
    workspace_id = coalesce(workspace_id, p_workspace_id),
    ended_at = coalesce(ended_at, case when expires_at <= now() then expires_at end),
    expires_at = case when coalesce(workspace_id, p_workspace_id) is null then expires_at end
  where id = p_meeting_id;
end
$$;

-- Returns whether the person hosts the meeting, and no admin has removed them from it.
create function private.is_own_meeting(p_user_id uuid, p_meeting public.meetings) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_meeting.host = p_user_id, false) and not exists (
    select from public.participants
    where meeting_id = p_meeting.id and user_id = p_user_id and admission = 'removed'
  );
end
$$;

-- As before, without the meetings that a host was removed from.
create or replace function private.newest_meetings_of_host(p_user_id uuid, p_most bigint) returns setof uuid
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select id from public.meetings
  where host = p_user_id
    and not exists (
      select from public.participants
      where participants.meeting_id = meetings.id and participants.user_id = p_user_id and admission = 'removed'
    )
  order by coalesce(last_call_at, created_at) desc, id
  limit p_most;
end
$$;

-- As before, and nothing for a host who was removed.
create or replace function private.meeting_page(p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  reading_language text := (select reads from public.profiles where id = caller_id);
  meeting public.meetings;
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  select * into meeting from public.meetings where id = p_meeting_id;
  if meeting.id is null
    or (not private.is_own_meeting(caller_id, meeting) and not private.can_read_meeting(meeting.id))
    or private.is_closed_to(caller_id, meeting)
  then
    perform private.raise_error('request/not-found');
  end if;
  return jsonb_build_object(
    'meeting_id', meeting.id,
    'code', meeting.code,
    'title', meeting.title,
    'host_name', private.host_name(meeting),
    'ended', private.has_ended(meeting),
    'inside', (select count(*) from private.participants_in_call(meeting.id)),
    'people', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', number, 'colour', colour, 'display_name', display_name) order by number
        ),
        '[]'
      )
      from (
        select number, colour, display_name from public.participants
        where meeting_id = meeting.id and admission = 'admitted'
        order by number
        limit private.limit_value('homePageNamesPerMeeting')
      ) as named
    ),
    'people_count', (
      select count(*) from public.participants where meeting_id = meeting.id and admission = 'admitted'
    ),
    'calls', (
      select coalesce(
        jsonb_agg(
          private.home_call(caller_id, newest.id) || jsonb_build_object(
            'people', private.meeting_page_people(newest.call),
            'people_count', (select count(*) from public.attendance where call_id = newest.id),
            'summary', case when private.reads_whole_call(caller_id, newest.id) then
              private.meeting_page_summary(newest.id, reading_language)
            end
          )
          order by newest.started_at desc, newest.id
        ),
        '[]'
      )
      from (
        select calls.id, calls.started_at, calls as call
        from public.calls
        where calls.meeting_id = meeting.id and private.can_read_call(caller_id, calls.id)
        order by calls.started_at desc, calls.id
        limit private.limit_value('meetingPageCalls')
      ) as newest
    ),
    'glossary', case when private.has_workspace_role(caller_id, meeting.workspace_id, 'member') then
      jsonb_build_object(
        'workspace_id', meeting.workspace_id,
        'terms', (
          select count(*) from public.glossary_terms
          where workspace_id = meeting.workspace_id and state = 'approved'
        )
      )
    end
  );
end
$$;

-- As before, for the same people.
create or replace function private.count_meeting_page(p_meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  calls_per_turn constant int := 5;
  caller_id uuid := private.require_user_id();
  call_count int := (
    select count(*)
    from (
      select from public.calls where meeting_id = p_meeting_id limit private.limit_value('meetingPageCalls')
    ) as listed
  );
begin
  if call_count >= calls_per_turn
    and exists (
      select from public.meetings
      where id = p_meeting_id and (private.is_own_meeting(caller_id, meetings) or private.can_read_meeting(id))
    )
  then
    perform private.check_rate_limit(caller_id, 'pageReadsPerMinute', call_count / calls_per_turn);
  end if;
end
$$;

-- As before, and the open invitations of the person's own address: an older one would undo a removal, or give a role back.
create or replace function private.end_invitations_of(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  address text := (select lower(email) from auth.users where id = p_user_id);
begin
  perform private.withdraw_invitation_email(token_hash)
  from public.workspace_invitations
  where workspace_id = p_workspace_id and accepted_by is null and (invited_by = p_user_id or email = address);
  delete from public.workspace_invitations
  where workspace_id = p_workspace_id and accepted_by is null and (invited_by = p_user_id or email = address);
end
$$;

-- As before, and the traces in emails that were sent or failed, in those to others, and of an address that was invited before it changed.
create or replace function private.begin_account_deletion(p_user_id uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  address text := (select lower(email) from auth.users where id = p_user_id);
  locale text := (select ui_locale from public.profiles where id = p_user_id);
begin
  perform private.lock_user(p_user_id);
  update private.account_deletions set started_at = p_now where user_id = p_user_id;
  update public.profiles
  set
    closed_at = p_now, display_name = null, speaks = null, reads = null, ui_locale = null, time_zone = null,
    workspace_id = null, confirmation_emails = false
  where id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  delete from auth.identities where user_id = p_user_id;
  delete from auth.one_time_tokens where user_id = p_user_id;
  -- Auth would give a session to whoever proves the address, although the user is deleted.
  update auth.users
  set
    email = null, phone = null, email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
    email_change_token_new = '', email_change_token_current = '', raw_user_meta_data = '{}', deleted_at = now(),
    banned_until = now() + interval '100 years'
  where id = p_user_id;
  perform private.leave_all_workspaces(p_user_id, p_now);
  -- Also in workspaces that the person was only invited to.
  update public.workspace_changes set detail = detail - 'email' - 'address'
  where coalesce(detail ->> 'email', detail ->> 'address') in (
    select address union select email from public.workspace_invitations where accepted_by = p_user_id
  );
  perform private.withdraw_invitation_email(token_hash) from public.workspace_invitations
  where accepted_by is null and (email = address or invited_by = p_user_id);
  delete from public.workspace_invitations where accepted_by is null and (email = address or invited_by = p_user_id);
  delete from private.outbox_emails where lease is null and (recipient = address or key like '%' || p_user_id || '%');
  perform private.enqueue_email(format('account-deleted:%s', p_user_id), address, 'account-deleted', locale, '{}');
end
$$;

-- Ends the open invitations by a person in all workspaces. Their emails are not sent any more.
create function private.end_all_invitations_by(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.withdraw_invitation_email(token_hash)
  from public.workspace_invitations where invited_by = p_user_id and accepted_by is null;
  delete from public.workspace_invitations where invited_by = p_user_id and accepted_by is null;
end
$$;

-- As before. "This was not me" also ends invitations: the thief may have made them.
create or replace function private.end_session(p_session_id uuid, p_distrust boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'sessions.changesPerMinute');
  if p_session_id is null then
    perform private.raise_error('request/invalid');
  end if;
  begin
    delete from auth.sessions where id = p_session_id and user_id = caller_id;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if p_distrust then
    delete from private.known_devices
    where user_id = caller_id
      and device_hash is distinct from (
        select device_hash from private.session_origins where session_id = private.own_session_id()
      );
    perform private.forget_flows(caller_id);
    perform private.end_all_invitations_by(caller_id);
  end if;
end
$$;

-- Counts the deletions that a person requested in a day too: an owner of twenty workspaces sent each member sixty emails.
create or replace function private.require_deletion_requests_left(p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.workspace_changes
    where workspace_id = p_workspace_id and action = 'deletion-requested' and at > now() - interval '1 day'
  ) >= private.limit_value('personalData.workspaceRequestsInDay')
    or (
      select count(*) from public.workspace_changes
      where actor = auth.uid() and action = 'deletion-requested' and at > now() - interval '1 day'
    ) >= private.limit_value('personalData.personRequestsInDay')
  then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;

-- As before, and own words as `exported_line` returns them.
create or replace function private.with_words(p_items jsonb[], p_user_id uuid) returns jsonb[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with listed as materialized (
      select given.place, given.item, line.meeting_id, line.author, line.text, line as own, subject.id, subject.call_id, subject.seq
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
        when listed.seq <@ rights.ranges then listed.text
        when rights.attended and private.is_put_to_everybody(listed.id) then listed.text
        when listed.author = p_user_id then private.exported_text(listed.own)
      end
    )
    from listed
    left join rights on rights.meeting_id = listed.meeting_id and rights.call_id is not distinct from listed.call_id
    order by listed.place
  );
end
$$;

-- As before, but a host who was removed or is kept out gets no code by a repetition.
create or replace function private.create_meeting(p_meeting_id uuid, p_title text, p_access text, p_keep text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_title text := nullif(private.clean_name(private.measured(p_title, 'title.max', 'title/too-long')), '');
  default_workspace uuid;
  meeting public.meetings;
begin
  if p_meeting_id is null then
    perform private.raise_error('request/invalid');
  elsif char_length(clean_title) > private.limit_value('title.max') then
    perform private.raise_error('title/too-long');
  end if;

  -- Serialize the creations of one user, so that the rate limit counts all of them.
  perform private.lock_user(caller_id);
  default_workspace := private.default_workspace_id(caller_id);
  perform private.require_meeting_settings(p_access, p_keep, default_workspace);
  select * into meeting from public.meetings where id = p_meeting_id;
  if not found then
    if (
      select count(*) from public.meetings where host = caller_id and created_at > now() - interval '1 hour'
    ) >= private.limit_value('meetingsPerHour') then
      perform private.raise_error('request/rate-limited');
    end if;
    insert into public.meetings (id, code, title, host, workspace_id, access, keep, expires_at)
    values (
      p_meeting_id, private.new_meeting_code(), clean_title, caller_id, default_workspace, p_access, p_keep,
      case when default_workspace is null then now() + private.limit_interval('guestMeetingTtlMs') end
    )
    on conflict (id) do nothing
    returning * into meeting;
  end if;
  if not private.is_own_meeting(caller_id, meeting) or private.is_closed_to(caller_id, meeting) then
    perform private.raise_error('request/not-allowed');
  end if;
  return jsonb_build_object('meeting_id', meeting.id, 'code', meeting.code);
end
$$;
