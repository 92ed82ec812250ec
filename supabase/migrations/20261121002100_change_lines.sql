-- What becomes of a line: answered, edited, deleted, marked, sent on.

-- `text` is null once deleted: a mark stays. `mentions` are people of the meeting. `revision` rises with every edit and
-- with the deletion, so that a late translation of what stood there before finds no line.
alter table public.lines
  alter column text drop not null,
  add column reply_to uuid references public.lines on delete set null,
  add column mentions uuid[] not null default '{}',
  add column forwarded boolean not null default false,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add check ((deleted_at is null) = (text is not null));

create index lines_reply_to_idx on public.lines (reply_to) where reply_to is not null;

create table public.reactions (
  line_id uuid not null references public.lines on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  emoji text not null check (emoji = any (private.reactions())),
  created_at timestamptz not null default now(),
  primary key (line_id, user_id, emoji)
);
revoke all on public.reactions from public, anon, authenticated, service_role;
alter table public.reactions enable row level security;
grant select on public.reactions to authenticated;

create index reactions_user_id_idx on public.reactions (user_id);

-- The inner select is under the policies of lines, as for translations.
create policy "who reads the line reads its reactions" on public.reactions
for select to authenticated
using (exists (select from public.lines where lines.id = reactions.line_id));

-- [{emoji, user_ids}] in the order in which each was first given.
create function private.reaction_shapes(of_line uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('emoji', emoji, 'user_ids', people) order by first_at, emoji), '[]'
  )
  from (
    select emoji, jsonb_agg(user_id order by created_at, user_id) as people, min(created_at) as first_at
    from public.reactions
    where line_id = of_line
    group by emoji
  ) as given
$$;

create or replace function private.line_shape(line public.lines) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
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
    'translations', coalesce(
      (
        select jsonb_agg(private.translation_shape(translations) order by translations.language)
        from public.translations
        where translations.line_id = line.id and translations.revision = line.revision
      ),
      '[]'
    ),
    'reactions', private.reaction_shapes(line.id)
  )
$$;

-- Those of the ids that take part, each once.
create function private.known_people(in_meeting uuid, ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(ids) > private.bound('mentions') then
    perform private.fail('request/invalid');
  end if;
  return array(
    select user_id from public.participants
    where meeting_id = in_meeting and user_id = any (ids) and admission = 'admitted'
    order by number
  );
end
$$;

-- The line that is answered, when it is of the same meeting and the caller may read it; else none.
create function private.known_line(in_meeting uuid, person uuid, which uuid) returns uuid
language sql stable set search_path = '' as $$
  select id from public.lines
  where id = which and meeting_id = in_meeting and private.has_attended(person, call_id)
$$;

create function private.require_text(text text, language text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(text) < private.bound('message.min') then
    perform private.fail('line/empty');
  elsif char_length(text) > private.bound('message.max') then
    perform private.fail('line/too-long');
  elsif not private.is_language(language) then
    perform private.fail('language/unknown');
  end if;
end
$$;

-- The line that a page made before under this id, or null. Its author sends it again; the same id with other words, or of
-- somebody else, is a conflict, and one that was changed since stands as it is now.
create function private.earlier_line(line_id uuid, person uuid, clean_text text) returns public.lines
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = line_id;
  if line.author <> person or (line.revision = 1 and line.text <> clean_text) then
    perform private.fail('line/conflict');
  end if;
  return line;
end
$$;

-- Gives a new line its place and tells it. In a meeting that keeps nothing it takes a number and is told, and is stored
-- nowhere: `changes` passes over its number, and who missed the broadcast missed the line. The caller holds the lock.
create function private.put_line(line public.lines, keep text) returns public.lines
language plpgsql set search_path = '' as $$
begin
  line.seq := private.next_seq(line.meeting_id);
  line.changed := line.seq;
  line.kind := 'chat';
  line.revision := 1;
  line.created_at := now();
  if keep = 'days' then
    insert into public.lines select line.* on conflict (id) do nothing;
    if not found then
      perform private.fail('line/conflict');
    end if;
  end if;
  perform private.announce(
    line.meeting_id, line.seq, 'line_posted', jsonb_build_object('line', private.line_shape(line))
  );
  return line;
end
$$;

drop function public.post_line(uuid, uuid, text, text);
drop function private.post_line(uuid, uuid, text, text);

-- Posts a chat line into a call that the caller has entered and that is still open. The same id with the same text is a
-- repeat and answers the line that is there, whatever became of the call meanwhile: nothing lost, nothing twice.
create function private.post_line(
  line_id uuid, to_call uuid, in_language text, raw_text text, answers uuid, mentioned uuid[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_text text := private.clean_message(raw_text);
  meeting public.meetings;
  line public.lines;
begin
  if line_id is null then
    perform private.fail('request/invalid');
  end if;
  perform private.require_text(clean_text, in_language);
  meeting.id := private.meeting_of_call(me, to_call);
  line := private.earlier_line(line_id, me, clean_text);
  if line.id is not null then
    return private.line_shape(line);
  end if;
  perform private.take_turn(me, 'linesPerTenSeconds');
  meeting := private.lock_meeting(meeting.id);
  perform private.require_admitted(me, meeting.id);

  -- Said twice at the same moment.
  line := private.earlier_line(line_id, me, clean_text);
  if line.id is not null then
    return private.line_shape(line);
  elsif private.is_over(meeting) then
    perform private.fail('meeting/ended');
  elsif not private.has_attended(me, to_call)
    or exists (select from public.calls where id = to_call and ended_at is not null)
  then
    perform private.fail('meeting/not-entered');
  end if;

  line.id := line_id;
  line.meeting_id := meeting.id;
  line.call_id := to_call;
  line.author := me;
  line.language := in_language;
  line.text := clean_text;
  line.reply_to := case when meeting.keep = 'days' then private.known_line(meeting.id, me, answers) else answers end;
  line.mentions := private.known_people(meeting.id, mentioned);
  line.forwarded := false;
  return private.line_shape(private.put_line(line, meeting.keep));
end
$$;
grant execute on function private.post_line(uuid, uuid, text, text, uuid, uuid[]) to authenticated;

create function public.post_line(
  id uuid, call_id uuid, language text, text text, reply_to uuid default null, mentions uuid[] default '{}'
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.post_line(id, call_id, language, text, reply_to, mentions)
$$;
grant execute on function public.post_line(uuid, uuid, text, text, uuid, uuid[]) to authenticated;

-- Copies a line that the caller may read into another meeting of theirs, as a new line of their own: into the last call
-- there that they were in, whether or not it is still open.
create function private.forward_line(new_id uuid, source uuid, to_meeting uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  origin public.lines;
  meeting public.meetings;
  line public.lines;
begin
  if new_id is null then
    perform private.fail('request/invalid');
  end if;
  select * into origin from public.lines where id = source;
  if origin.text is null or not private.may_read_call(me, origin.call_id) then
    perform private.fail('line/not-found');
  end if;
  perform private.require_admitted(me, to_meeting);
  line := private.earlier_line(new_id, me, origin.text);
  if line.id is not null then
    return private.line_shape(line);
  end if;
  perform private.take_turn(me, 'linesPerTenSeconds');
  meeting := private.lock_meeting(to_meeting);
  perform private.require_admitted(me, to_meeting);
  if private.is_over(meeting) then
    perform private.fail('meeting/ended');
  end if;
  select calls.id into line.call_id
  from public.calls
  join public.attendance on attendance.call_id = calls.id
  where calls.meeting_id = to_meeting and attendance.user_id = me
  order by calls.started_at desc
  limit 1;
  if not found then
    perform private.fail('meeting/not-entered');
  end if;

  line.id := new_id;
  line.meeting_id := to_meeting;
  line.author := me;
  line.language := origin.language;
  line.text := origin.text;
  line.mentions := '{}';
  line.forwarded := true;
  return private.line_shape(private.put_line(line, meeting.keep));
end
$$;
grant execute on function private.forward_line(uuid, uuid, uuid) to authenticated;

create function public.forward_line(id uuid, line_id uuid, meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.forward_line(id, line_id, meeting_id)
$$;
grant execute on function public.forward_line(uuid, uuid, uuid) to authenticated;

-- Locks the line's meeting and gives the line as it is then. To those who did not attend its call, and once it is
-- deleted, it is not there.
create function private.touch_line(person uuid, which uuid) returns public.lines
language plpgsql set search_path = '' as $$
declare
  line public.lines;
  meeting public.meetings;
begin
  select * into line from public.lines where id = which;
  if line.id is null or not private.has_attended(person, line.call_id) then
    perform private.fail('line/not-found');
  end if;
  meeting := private.lock_meeting(line.meeting_id);
  select * into line from public.lines where id = which;
  if line.id is null or line.deleted_at is not null or not private.has_attended(person, line.call_id) then
    perform private.fail('line/not-found');
  elsif private.is_over(meeting) then
    perform private.fail('meeting/ended');
  end if;
  return line;
end
$$;

create function private.tell_line(line public.lines) returns jsonb
language plpgsql set search_path = '' as $$
declare
  shape jsonb := private.line_shape(line);
begin
  perform private.announce(
    line.meeting_id, line.changed, 'line_changed', jsonb_build_object('line', shape)
  );
  return shape;
end
$$;

-- Other words for one's own line: its translations go, those of the new words are asked for anew.
create function private.edit_line(which uuid, in_language text, raw_text text, mentioned uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_text text := private.clean_message(raw_text);
  line public.lines;
begin
  perform private.require_text(clean_text, coalesce(in_language, 'en'));
  perform private.take_turn(me, 'linesPerTenSeconds');
  line := private.touch_line(me, which);
  if line.author <> me or line.kind <> 'chat' then
    perform private.fail('request/not-allowed');
  end if;
  if line.text = clean_text and line.language = coalesce(in_language, line.language) then
    return private.line_shape(line);
  end if;
  delete from public.translations where line_id = which;
  update public.lines
  set
    text = clean_text,
    language = coalesce(in_language, language),
    mentions = private.known_people(line.meeting_id, coalesce(mentioned, line.mentions)),
    revision = revision + 1,
    edited_at = now(),
    changed = private.next_seq(line.meeting_id)
  where id = which
  returning * into line;
  return private.tell_line(line);
end
$$;
grant execute on function private.edit_line(uuid, text, text, uuid[]) to authenticated;

create function public.edit_line(
  line_id uuid, text text, language text default null, mentions uuid[] default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.edit_line(line_id, language, text, mentions)
$$;
grant execute on function public.edit_line(uuid, text, text, uuid[]) to authenticated;

-- Wipes one's own line with all that was made of it; that there was one stays.
create function private.delete_line(which uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  line public.lines;
begin
  select * into line from public.lines where id = which;
  if line.deleted_at is not null and line.author = me and private.has_attended(me, line.call_id) then
    return private.line_shape(line);
  end if;
  line := private.touch_line(me, which);
  if line.author <> me then
    perform private.fail('request/not-allowed');
  end if;
  delete from public.translations where line_id = which;
  delete from public.reactions where line_id = which;
  update public.lines
  set
    text = null,
    deleted_at = now(),
    mentions = '{}',
    reply_to = null,
    revision = revision + 1,
    changed = private.next_seq(line.meeting_id)
  where id = which
  returning * into line;
  return private.tell_line(line);
end
$$;
grant execute on function private.delete_line(uuid) to authenticated;

create function public.delete_line(line_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.delete_line(line_id)
$$;
grant execute on function public.delete_line(uuid) to authenticated;

-- Puts a mark of the closed list under a line, or takes it away; each person each mark once.
create function private.react(which uuid, mark text, put_on boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  line public.lines;
  number bigint;
  shapes jsonb;
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
  shapes := jsonb_build_object('line_id', which, 'reactions', private.reaction_shapes(which));
  if found then
    number := private.next_seq(line.meeting_id);
    update public.lines set changed = number where id = which;
    perform private.announce(line.meeting_id, number, 'reacted', shapes);
  end if;
  return shapes;
end
$$;
grant execute on function private.react(uuid, text, boolean) to authenticated;

create function public.react(line_id uuid, emoji text, given boolean default true) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.react(line_id, emoji, given)
$$;
grant execute on function public.react(uuid, text, boolean) to authenticated;
