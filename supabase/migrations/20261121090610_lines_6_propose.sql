-- Functions that propose another wording to the author of a chat message. A message is its author's statement, so nobody
-- else can change it.

-- Proposes a text for a chat message of somebody else. A second proposal of the same user replaces the first one; the
-- current text withdraws it.
create function private.propose_correction(p_line_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  line public.lines;
begin
  perform private.require_text(clean_text, 'en', 'message');
  perform private.check_rate_limit(caller_id, 'correctionsPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  if line.kind <> 'chat' or line.author = caller_id then
    perform private.raise_error('request/not-allowed');
  end if;
  if line.text = clean_text then
    delete from public.line_proposals where line_id = p_line_id and proposer = caller_id;
  elsif (
    select count(*) from public.line_proposals where line_id = p_line_id and proposer <> caller_id
  ) >= private.limit_value('proposalsPerLine') then
    perform private.raise_error('request/rate-limited');
  else
    perform private.consume_line_quota(caller_id, line.meeting_id, clean_text);
    insert into public.line_proposals as existing (line_id, proposer, text)
    values (p_line_id, caller_id, clean_text)
    on conflict (line_id, proposer) do update
    set text = excluded.text, made_at = excluded.made_at
    where existing.text <> excluded.text;
  end if;
  if not found then
    return private.line_json(line);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
  return private.broadcast_line_changed(line);
end
$$;
grant execute on function private.propose_correction(uuid, text) to authenticated;

create function public.propose_correction(p_line_id uuid, p_text text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.propose_correction(p_line_id, p_text)
$$;
grant execute on function public.propose_correction(uuid, text) to authenticated;

-- Accepts or dismisses a proposal for the caller's own line, unless it was replaced: `p_text` is the text that the
-- caller saw. An accepted text becomes the author's own; it is stored like a correction by the author, and the
-- other proposals are deleted.
create function private.answer_proposal(
  p_line_id uuid, p_proposer_id uuid, p_text text, p_accepted boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  seen_text text := private.measured(p_text, 'message.max', 'line/too-long');
  proposed_text text;
  line public.lines;
begin
  if p_proposer_id is null or seen_text is null or p_accepted is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'correctionsPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  if line.author <> caller_id then
    perform private.raise_error('request/not-allowed');
  end if;
  delete from public.line_proposals
  where line_id = p_line_id and proposer = p_proposer_id and text = seen_text
  returning text into proposed_text;
  if proposed_text is null then
    perform private.raise_error('request/not-found');
  elsif p_accepted then
    return private.change_line_text(line, caller_id, proposed_text, line.language);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
  return private.broadcast_line_changed(line);
end
$$;
grant execute on function private.answer_proposal(uuid, uuid, text, boolean) to authenticated;

create function public.answer_proposal(
  p_line_id uuid, p_proposer_id uuid, p_text text, p_accepted boolean
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.answer_proposal(p_line_id, p_proposer_id, p_text, p_accepted)
$$;
grant execute on function public.answer_proposal(uuid, uuid, text, boolean) to authenticated;

-- Returns the open proposals of a line, oldest first: all of them to its author, to others their own.
create function private.proposals(p_line_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.can_read_line(caller_id, line.call_id, line.seq) then
    perform private.raise_error('line/not-found');
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('by', proposer, 'text', text, 'at', made_at) order by made_at, proposer),
      '[]'
    )
    from public.line_proposals
    where line_id = p_line_id and caller_id in (line.author, proposer)
  );
end
$$;
grant execute on function private.proposals(uuid) to authenticated;

create function public.proposals(p_line_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.proposals(p_line_id)
$$;
grant execute on function public.proposals(uuid) to authenticated;
