-- What is said becomes lines: heard by a recogniser at the speaker's side, or typed by whom the speaker lets.

-- Whether it is a whole number from 0 to the bound of that name.
create function private.is_within(value jsonb, bound_name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(value) is distinct from 'number' or value::text !~ '^[0-9]{1,9}$' then false
    else value::text::bigint <= private.bound(bound_name)
  end;
end
$$;

-- The line that an item of `said` stands for. When its words began is counted back from now, not before the call: a
-- device's clock may be wrong.
create function private.said_line(item jsonb, person uuid, in_call public.calls) returns public.lines
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  if jsonb_typeof(item) is distinct from 'object'
    or not private.is_uuid(item ->> 'id')
    or not private.is_uuid(coalesce(item ->> 'speaker', person::text))
    or jsonb_typeof(item -> 'text') is distinct from 'string'
    or not private.is_within(item -> 'ago', 'sayAgo')
    or not private.is_within(item -> 'ms', 'sayLength')
  then
    perform private.fail('request/invalid');
  end if;
  line.id := (item ->> 'id')::uuid;
  line.meeting_id := in_call.meeting_id;
  line.call_id := in_call.id;
  line.kind := 'speech';
  line.author := coalesce((item ->> 'speaker')::uuid, person);
  line.language := item ->> 'language';
  line.text := private.clean_message(item ->> 'text');
  line.mentions := '{}';
  line.forwarded := false;
  line.spoken_at := greatest(now() - (item ->> 'ago')::int * interval '1 millisecond', in_call.started_at);
  line.spoken_ms := (item ->> 'ms')::int;
  line.typed_by := nullif(person, line.author);
  perform private.require_text(line.text, line.language, 'caption');
  return line;
end
$$;

-- One speaks for oneself, or for whom one types: somebody who is in the call and said so. Of the muted nothing is said,
-- neither by themselves nor for them: nobody hears their sound, so nobody reads it.
create function private.require_voice(line public.lines, person uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  speaker public.participants;
begin
  select * into speaker from public.participants where meeting_id = line.meeting_id and user_id = line.author;
  if line.author <> person
    and (speaker.captioner is distinct from person or not private.has_attended(line.author, line.call_id))
  then
    perform private.fail('request/not-allowed');
  elsif speaker.muted then
    perform private.fail('request/not-allowed');
  end if;
end
$$;

-- Stores what was said, all of it or nothing, each line at its place in the order given. One that was said before under
-- its id is a repeat, as in `post_line`. A meeting that keeps nothing has captions among the peers alone.
create function private.say(to_call uuid, said jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  in_call public.calls;
  meeting public.meetings;
  spoken public.lines[];
  line public.lines;
  earlier public.lines;
  unknown int := 0;
  told jsonb := '[]';
begin
  perform private.begin_sending(me);
  if jsonb_typeof(said) is distinct from 'array' then
    perform private.fail('request/invalid');
  elsif jsonb_array_length(said) not between 1 and private.bound('sayBatch') then
    perform private.fail('request/invalid');
  end if;
  select * into in_call from public.calls where id = to_call;
  spoken := array(
    select private.said_line(item, me, in_call)
    from jsonb_array_elements(said) with ordinality as given (item, place)
    order by place
  );
  perform private.meeting_of_call(me, to_call);
  foreach line in array spoken loop
    earlier := private.earlier_line(line);
    unknown := unknown + (earlier.id is null)::int;
  end loop;
  if unknown > 0 then
    perform private.take_turn(me, 'speechPerTenSeconds', unknown);
    meeting := private.lock_meeting(in_call.meeting_id);
    perform private.require_admitted(me, meeting.id);
  end if;

  foreach line in array spoken loop
    earlier := private.earlier_line(line);
    if earlier.id is not null then
      told := told || private.line_shape(earlier);
      continue;
    end if;
    perform private.require_live(meeting, to_call, me);
    perform private.require_voice(line, me);
    if meeting.keep = 'nothing' then
      perform private.fail('line/not-kept');
    end if;
    told := told || private.put_line(line, meeting.keep);
  end loop;
  return jsonb_build_object('lines', told);
end
$$;
grant execute on function private.say(uuid, jsonb) to authenticated;

create function public.say(call_id uuid, said jsonb) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.say(call_id, said)
$$;
grant execute on function public.say(uuid, jsonb) to authenticated;
