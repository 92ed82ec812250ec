-- The shape of lines, once, for many at a time: a page of history is read by one statement, not by several for each line.

-- In the order given.
create function private.line_shapes(wanted public.lines[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', line.id,
          'call_id', line.call_id,
          'seq', line.seq,
          'changed', line.changed,
          'kind', line.kind,
          'author', line.author,
          'language', line.language,
          'text', coalesce(line.text, ''),
          'revision', line.revision,
          'reply_to', line.reply_to,
          'mentions', line.mentions,
          'forwarded', line.forwarded,
          'edited', line.edited_at is not null,
          'deleted', line.deleted_at is not null,
          'created_at', line.created_at,
          'translations', coalesce(translated.shapes, '[]'),
          'reactions', coalesce(marked.shapes, '[]')
        )
        order by line.place
      ),
      '[]'
    )
    from (select * from unnest(wanted) with ordinality as given) as line(
      id, meeting_id, call_id, seq, changed, kind, author, language, text, revision, created_at, reply_to, mentions,
      forwarded, edited_at, deleted_at, place
    )
    left join lateral (
      select jsonb_agg(
        jsonb_build_object(
          'language', translations.language,
          'revision', translations.revision,
          'status', translations.status,
          'text', translations.text,
          'engine', translations.engine,
          'reason', translations.reason
        )
        order by translations.language
      ) as shapes
      from public.translations
      where translations.line_id = line.id and translations.revision = line.revision
    ) as translated on true
    -- In the order in which each was first given.
    left join lateral (
      select jsonb_agg(jsonb_build_object('emoji', emoji, 'user_ids', people) order by first_at, emoji) as shapes
      from (
        select emoji, jsonb_agg(user_id order by created_at, user_id) as people, min(created_at) as first_at
        from public.reactions
        where reactions.line_id = line.id
        group by emoji
      ) as given
    ) as marked on true
  );
end
$$;

create or replace function private.line_shape(line public.lines) returns jsonb
language sql stable set search_path = '' as $$
  select private.line_shapes(array[line]) -> 0
$$;

create or replace function private.changes(of_meeting uuid, after bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  since bigint := coalesce(after, 0);
  page int := private.bound('changesPage');
  meeting public.meetings;
  found_lines public.lines[];
  until bigint;
begin
  perform private.require_admitted(me, of_meeting);
  select * into meeting from public.meetings where id = of_meeting;
  if not private.takes_part(me, of_meeting) then
    perform private.fail('meeting/ended');
  end if;

  found_lines := array(
    select lines
    from public.lines
    where meeting_id = of_meeting
      and changed > since
      and call_id in (select call_id from public.attendance where user_id = me)
    order by changed
    limit page + 1
  );
  until := case
    when cardinality(found_lines) > page then (found_lines[page]).changed
    else greatest(meeting.seq, since)
  end;

  return jsonb_build_object(
    'seq', until,
    'epoch', meeting.epoch,
    'more', cardinality(found_lines) > page,
    'meeting', private.meeting_shape(meeting),
    'lines', private.line_shapes(array(select line from unnest(found_lines) as line where line.changed <= until)),
    'participants', (
      select coalesce(jsonb_agg(private.participant_shape(participants) order by number), '[]')
      from public.participants
      where meeting_id = of_meeting and seq > since and seq <= until
    ),
    'peers', (
      select coalesce(jsonb_agg(peers), '[]')
      from public.calls, jsonb_array_elements(private.live_peer_shapes(calls.id)) as peers
      where calls.meeting_id = of_meeting and calls.ended_at is null
    )
  );
end
$$;

create or replace function private.history(of_call uuid, before bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page int := private.bound('historyPage');
  found_lines public.lines[];
begin
  if not private.may_read_call(private.caller(), of_call) then
    perform private.fail('meeting/not-entered');
  end if;
  found_lines := array(
    select lines
    from public.lines
    where call_id = of_call and (before is null or seq < before)
    order by seq desc
    limit page + 1
  );
  return jsonb_build_object(
    'lines', private.line_shapes(array(select line from unnest(found_lines[:page]) as line order by line.seq)),
    'more', cardinality(found_lines) > page
  );
end
$$;

create or replace function private.react(which uuid, mark text, put_on boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  line public.lines;
  told jsonb;
  changes_it boolean;
begin
  if put_on is null or mark is null or mark <> all (private.reactions()) then
    perform private.fail('request/invalid');
  end if;
  perform private.take_turn(me, 'reactionsPerTenSeconds');
  line := private.touch_line(me, which);
  if put_on then
    insert into public.reactions (line_id, user_id, emoji) values (which, me, mark) on conflict do nothing;
  else
    delete from public.reactions where line_id = which and user_id = me and emoji = mark;
  end if;
  changes_it := found;
  told := jsonb_build_object('line_id', which, 'reactions', private.line_shape(line) -> 'reactions');
  if changes_it then
    update public.lines set changed = private.next_seq(line.meeting_id) where id = which returning * into line;
    perform private.announce(line.meeting_id, line.changed, 'reacted', told);
  end if;
  return told;
end
$$;

-- Stores what engines answered, [{line_id, revision, language, status, text, engine, reason}], where it is still wanted:
-- the line has that revision and the row is still claimed, or to be made again. A text that cannot be one counts as
-- failed, and a failure at the last try is final; where an earlier text stands, it goes on standing. One broadcast for
-- each line. Answers [{line_id, language, status, reason}] of what it wrote.
create or replace function private.store_translations(results jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  written public.translations[];
  line public.lines;
begin
  perform from public.meetings
  where id in (
    select lines.meeting_id
    from jsonb_to_recordset(results) as result(line_id uuid)
    join public.lines on lines.id = result.line_id
  )
  order by id
  for no key update;

  with result as (
    select
      answer.*,
      answer.status = 'ready'
        and char_length(btrim(answer.text, private.blanks()))
          between private.bound('translation.min') and private.bound('translation.max') as good
    from jsonb_to_recordset(results) as answer(
      line_id uuid, revision int, language text, status text, text text, engine text, reason text
    )
  ),
  stored as (
    update public.translations
    set
      status = case
        when result.good or translations.again then 'ready'
        when result.status = 'unavailable' or translations.attempts >= private.bound('translateTries')
          then 'unavailable'
        else 'failed'
      end,
      text = case when result.good then btrim(result.text, private.blanks()) else translations.text end,
      engine = case when translations.again and not result.good then translations.engine else result.engine end,
      reason = case
        when not result.good and not translations.again then coalesce(result.reason, 'translate/unavailable')
      end,
      again = false
    from result
    join public.lines on lines.id = result.line_id and lines.revision = result.revision
    where translations.line_id = result.line_id
      and translations.revision = result.revision
      and translations.language = result.language
      and (translations.status = 'claimed' or translations.again)
    returning translations as translation
  )
  select coalesce(array_agg(translation order by (translation).line_id, (translation).language), '{}')
  into written
  from stored;

  for line in
    select * from public.lines
    where id in (select translation.line_id from unnest(written) as translation)
    order by id
  loop
    update public.lines set changed = private.next_seq(line.meeting_id) where id = line.id returning * into line;
    perform private.announce(
      line.meeting_id,
      line.changed,
      'translated',
      jsonb_build_object(
        'line_id', line.id,
        'translations', (
          select jsonb_agg(shape)
          from jsonb_array_elements(private.line_shape(line) -> 'translations') as shape
          where shape ->> 'language' in (
            select translation.language from unnest(written) as translation where translation.line_id = line.id
          )
        )
      )
    );
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'line_id', translation.line_id,
          'language', translation.language,
          'status', translation.status,
          'reason', translation.reason
        )
      ),
      '[]'
    )
    from unnest(written) as translation
  );
end
$$;

drop function private.translation_shape(public.translations);
drop function private.reaction_shapes(uuid);
