-- Checks all captions before it stores the first. Nine that were stored and then undone with a refused tenth took a tenth of a second.
create or replace function private.post_captions(p_call_id uuid, p_captions jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  call public.calls;
  meeting public.meetings;
  caption_lines public.lines[];
  line public.lines;
  existing public.lines;
  new_lines public.lines[] := '{}';
  results jsonb := '[]';
begin
  if jsonb_typeof(p_captions) is distinct from 'array' then
    perform private.raise_error('request/invalid');
  elsif jsonb_array_length(p_captions) not between 1 and private.limit_value('captionsPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_json_size(
    p_captions,
    private.limit_value('captionsPerRequest') * 2 * private.max_bytes('caption.max'),
    'request/too-large'
  );
  perform private.lock_sending(caller_id);
  select * into call from public.calls where id = p_call_id;
  caption_lines := array(
    select private.parse_caption(item, caller_id, call)
    from jsonb_array_elements(p_captions) with ordinality as given (item, place)
    order by place
  );
  if (select count(distinct given.id) < count(distinct given::text) from unnest(caption_lines) as given) then
    perform private.raise_error('line/conflict');
  end if;
  perform private.require_meeting_of_call(caller_id, p_call_id);
  -- Two transactions that insert each other's ids would wait for each other, with the rows of their meetings locked.
  foreach line in array caption_lines loop
    if not pg_try_advisory_xact_lock(hashtextextended('private.post_captions:' || line.id, 0)) then
      perform private.raise_error('request/busy');
    end if;
  end loop;
  foreach line in array caption_lines loop
    if (private.find_duplicate_line(line)).id is null then
      new_lines := new_lines || line;
    end if;
  end loop;
  if cardinality(new_lines) > 0 then
    perform private.check_rate_limit(caller_id, 'captionsPerTenSeconds', cardinality(new_lines));
    meeting := private.lock_meeting_row(call.meeting_id);
    perform private.require_admitted(caller_id, meeting.id);
    perform private.require_open_call(meeting, p_call_id, caller_id);
    if meeting.keep = 'nothing' then
      perform private.raise_error('line/not-kept');
    end if;
  end if;
  foreach line in array new_lines loop
    perform private.require_caption_permission(line, caller_id);
  end loop;

  foreach line in array caption_lines loop
    existing := private.find_duplicate_line(line);
    results := results || case
      when existing.id is null then private.insert_line(line, meeting.keep)
      else private.line_json(existing)
    end;
  end loop;
  return jsonb_build_object('lines', results);
end
$$;
