-- Functions that store captions, which a recogniser transcribed or a captioner typed.

-- Returns whether the value is an integer from 0 to the named limit.
create function private.is_int_within_limit(p_value jsonb, p_limit_name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(p_value) is distinct from 'number' or p_value::text !~ '^[0-9]{1,9}$' then false
    else p_value::text::bigint <= private.limit_value(p_limit_name)
  end;
end
$$;

-- Builds the line of one caption. `spoken_at` is counted back from now, because the device's clock may be wrong, and
-- is not before the start of the call.
create function private.parse_caption(p_item jsonb, p_user_id uuid, p_call public.calls) returns public.lines
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  if jsonb_typeof(p_item) is distinct from 'object'
    or not private.is_uuid(p_item ->> 'id')
    or not private.is_uuid(coalesce(p_item ->> 'speaker', p_user_id::text))
    or jsonb_typeof(p_item -> 'text') is distinct from 'string'
    or not private.is_int_within_limit(p_item -> 'ago', 'captionMaxAgeMs')
    or not private.is_int_within_limit(p_item -> 'ms', 'captionMaxDurationMs')
  then
    perform private.raise_error('request/invalid');
  end if;
  line.id := (p_item ->> 'id')::uuid;
  line.meeting_id := p_call.meeting_id;
  line.call_id := p_call.id;
  line.kind := 'speech';
  line.author := coalesce((p_item ->> 'speaker')::uuid, p_user_id);
  line.language := p_item ->> 'language';
  line.text := private.clean_message(private.measured(p_item ->> 'text', 'caption.max', 'line/too-long'));
  line.mentions := '{}';
  line.forwarded := false;
  line.spoken_at := greatest(now() - (p_item ->> 'ago')::int * interval '1 millisecond', p_call.started_at);
  line.spoken_ms := (p_item ->> 'ms')::int;
  line.typed_by := nullif(p_user_id, line.author);
  perform private.require_text(line.text, line.language, 'caption');
  return line;
end
$$;

-- Rejects captions for someone else, unless the speaker was in the call when they spoke and chose this user as
-- captioner. Rejects captions of muted speakers, by anyone: nobody hears them, so nobody may read them.
create function private.require_caption_permission(p_line public.lines, p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  speaker public.participants;
begin
  select * into speaker from public.participants where meeting_id = p_line.meeting_id and user_id = p_line.author;
  if p_line.author <> p_user_id
    and (
      speaker.captioner is distinct from p_user_id
      or not private.has_attended(p_line.author, p_line.call_id)
      or exists (
        select from public.attendance
        where call_id = p_line.call_id and user_id = p_line.author and left_at < p_line.spoken_at
      )
    )
  then
    perform private.raise_error('request/not-allowed');
  elsif speaker.muted then
    perform private.raise_error('request/not-allowed');
  end if;
end
$$;

-- Stores all captions or none, in the given order. A repeated id is handled as in `post_line`. A meeting that stores
-- nothing sends captions from peer to peer only.
create function private.post_captions(p_call_id uuid, p_captions jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  call public.calls;
  meeting public.meetings;
  caption_lines public.lines[];
  line public.lines;
  existing public.lines;
  new_count int := 0;
  results jsonb := '[]';
begin
  perform private.require_json_size(
    p_captions,
    private.limit_value('captionsPerRequest') * 2 * private.max_bytes('caption.max'),
    'request/too-large'
  );
  perform private.lock_sending(caller_id);
  if jsonb_typeof(p_captions) is distinct from 'array' then
    perform private.raise_error('request/invalid');
  elsif jsonb_array_length(p_captions) not between 1 and private.limit_value('captionsPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  select * into call from public.calls where id = p_call_id;
  caption_lines := array(
    select private.parse_caption(item, caller_id, call)
    from jsonb_array_elements(p_captions) with ordinality as given (item, place)
    order by place
  );
  perform private.require_meeting_of_call(caller_id, p_call_id);
  foreach line in array caption_lines loop
    existing := private.find_duplicate_line(line);
    new_count := new_count + (existing.id is null)::int;
  end loop;
  if new_count > 0 then
    perform private.check_rate_limit(caller_id, 'captionsPerTenSeconds', new_count);
    meeting := private.lock_meeting_row(call.meeting_id);
    perform private.require_admitted(caller_id, meeting.id);
  end if;

  foreach line in array caption_lines loop
    existing := private.find_duplicate_line(line);
    if existing.id is not null then
      results := results || private.line_json(existing);
      continue;
    end if;
    perform private.require_open_call(meeting, p_call_id, caller_id);
    perform private.require_caption_permission(line, caller_id);
    if meeting.keep = 'nothing' then
      perform private.raise_error('line/not-kept');
    end if;
    results := results || private.insert_line(line, meeting.keep);
  end loop;
  return jsonb_build_object('lines', results);
end
$$;
grant execute on function private.post_captions(uuid, jsonb) to authenticated;

create function public.post_captions(p_call_id uuid, p_captions jsonb) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.post_captions(p_call_id, p_captions)
$$;
grant execute on function public.post_captions(uuid, jsonb) to authenticated;
