-- What becomes of a line: edited, deleted, reacted to.

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

-- Whose the words of a line are now; null: a recogniser's, or of somebody whose account is gone.
create function private.wording_author(line public.lines) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return case
    when line.kind = 'chat' and not exists (select from public.line_corrections where line_id = line.id) then line.author
    when line.edited_at is null then line.typed_by
    else line.corrected_by
  end;
end
$$;

-- Puts the words of a line into its history, before others take their place.
create function private.keep_wording(line public.lines) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into public.line_corrections (line_id, revision, text, language, author, made_at)
  values (
    line.id,
    line.revision,
    line.text,
    line.language,
    private.wording_author(line),
    coalesce(line.edited_at, line.created_at)
  );
end
$$;

-- Other words for one's own line: its translations go, those of the new words are asked for anew. One that somebody else
-- corrected before has a history, and keeps it: from then on its author's edits are corrections like theirs.
create function private.edit_line(which uuid, in_language text, raw_text text, mentioned uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_text text := private.clean_message(raw_text);
  line public.lines;
  has_history boolean;
begin
  perform private.require_text(clean_text, coalesce(in_language, 'en'), 'message');
  perform private.take_turn(me, 'linesPerTenSeconds');
  line := private.touch_line(me, which);
  if line.author <> me or line.kind <> 'chat' then
    perform private.fail('request/not-allowed');
  end if;
  if line.text = clean_text and line.language = coalesce(in_language, line.language) then
    return private.line_shape(line);
  end if;
  has_history := exists (select from public.line_corrections where line_id = which);
  if has_history then
    perform private.keep_wording(line);
  end if;
  delete from public.translations where line_id = which;
  update public.lines
  set
    text = clean_text,
    language = coalesce(in_language, language),
    corrected_by = case when has_history then me end,
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

-- Wipes what one wrote or said, with all that was made of it; that there was a line stays.
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
  delete from public.translation_reports where line_id = which;
  delete from public.reactions where line_id = which;
  delete from public.line_marks where line_id = which;
  delete from public.line_corrections where line_id = which;
  update public.files set name = null, deleted_at = now() where id = which;
  update public.lines
  set
    text = null,
    deleted_at = now(),
    corrected_by = null,
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

-- Puts a reaction of the closed list under a line, or takes it away; each person each of them once.
create function private.react(which uuid, mark text, put_on boolean) returns jsonb
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
grant execute on function private.react(uuid, text, boolean) to authenticated;

create function public.react(line_id uuid, emoji text, given boolean default true) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.react(line_id, emoji, given)
$$;
grant execute on function public.react(uuid, text, boolean) to authenticated;
