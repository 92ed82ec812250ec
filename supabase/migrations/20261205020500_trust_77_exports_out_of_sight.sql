-- Keeps from people what others wrote after their access ended.

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
