-- A merge moves confirmations and answers, too. Each transaction moves a bounded number of lines, texts, files and answers.

drop function private.transfer_guest_texts(uuid, uuid, uuid);

-- Moves some proposed texts of lines, and returns how many. The account keeps none for its own lines.
create function private.transfer_guest_proposals(
  p_meeting_id uuid, p_guest_id uuid, p_account_id uuid
) returns int
language plpgsql set search_path = '' as $$
declare
  line_ids uuid[] := array(
    select line_id
    from public.line_proposals
    join public.lines on lines.id = line_id
    where meeting_id = p_meeting_id and (proposer = p_guest_id or (proposer = p_account_id and author = p_account_id))
    limit private.limit_value('linesPerMergeStep')
  );
begin
  insert into public.line_proposals (line_id, proposer, text, made_at)
  select line_id, p_account_id, proposal.text, proposal.made_at
  from public.line_proposals as proposal
  join public.lines on lines.id = line_id
  where proposer = p_guest_id and line_id = any (line_ids) and author <> p_account_id
  on conflict do nothing;
  delete from public.line_proposals using public.lines
  where lines.id = line_id and line_id = any (line_ids)
    and (proposer = p_guest_id or (proposer = p_account_id and author = p_account_id));
  return cardinality(line_ids);
end
$$;

-- Moves some files, and returns how many.
create function private.transfer_guest_files(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns int
language plpgsql set search_path = '' as $$
declare
  moved int;
begin
  update public.files set owner = p_account_id
  where id = any (
    array(
      select id from public.files
      where owner = p_guest_id and meeting_id = p_meeting_id
      limit private.limit_value('linesPerMergeStep')
    )
  );
  get diagnostics moved = row_count;
  return moved;
end
$$;

-- Moves some confirmations and answers, and returns how many. Of two answers to one text the later stays.
create function private.transfer_guest_confirmations(
  p_meeting_id uuid, p_guest_id uuid, p_account_id uuid
) returns int
language plpgsql set search_path = '' as $$
declare
  most constant int := private.limit_value('linesPerMergeStep');
  line_ids uuid[];
  moved int;
begin
  update public.confirmations set asked_by = p_account_id
  where line_id = any (
    array(
      select line_id from public.confirmations
      join public.calls on calls.id = call_id
      where asked_by = p_guest_id and calls.meeting_id = p_meeting_id
      limit most
    )
  );
  get diagnostics moved = row_count;
  if moved = most then
    return moved;
  end if;
  line_ids := array(
    select line_id from public.confirmation_answers as answers
    join public.lines on lines.id = answers.line_id
    where answers.user_id = p_guest_id and lines.meeting_id = p_meeting_id
    limit most
  );
  insert into public.confirmation_answers as existing (
    line_id, user_id, revision, answer, words_id, read_language, read_text, answered_at
  )
  select line_id, p_account_id, revision, answer, words_id, read_language, read_text, answered_at
  from public.confirmation_answers
  where user_id = p_guest_id and line_id = any (line_ids)
  on conflict (line_id, user_id, revision) do update
  set
    answer = excluded.answer,
    words_id = excluded.words_id,
    read_language = excluded.read_language,
    read_text = excluded.read_text,
    answered_at = excluded.answered_at
  where existing.answered_at < excluded.answered_at;
  delete from public.confirmation_answers where user_id = p_guest_id and line_id = any (line_ids);
  return cardinality(line_ids);
end
$$;

-- Transfers one meeting of the guest to the account, or as much of it as one transaction moves. Only that meeting
-- waits for it. Returns the number of meetings that are complete, and whether there is more to transfer.
create or replace function private.transfer_guest_step(
  p_guest_id uuid, p_account_id uuid, out moved_meetings int, out more boolean
)
language plpgsql set search_path = '' as $$
declare
  most constant int := private.limit_value('linesPerMergeStep');
  v_meeting_id uuid := private.next_meeting_of_guest(p_guest_id, p_account_id);
begin
  moved_meetings := 0;
  more := true;
  if v_meeting_id is null then
    more := private.transfer_guest_knock(p_guest_id, p_account_id);
    if not more then
      perform private.transfer_guest_profile(p_guest_id, p_account_id);
    end if;
    return;
  end if;
  -- Before the lock of the meeting: functions that change terms use this order.
  perform from public.glossary_terms
  where p_guest_id in (proposed_by, approved_by) and meeting_id = v_meeting_id
  order by id
  for no key update;
  perform private.lock_meeting_row(v_meeting_id);
  -- The meeting may have removed one of the two before the lock. The next step then skips it.
  if private.next_meeting_of_guest(p_guest_id, p_account_id) is distinct from v_meeting_id then
    return;
  end if;
  -- First, so that the guest writes no more lines between two steps.
  perform private.transfer_guest_peers(v_meeting_id, p_guest_id, p_account_id);
  -- A part that is as large as a step may have more.
  if private.transfer_guest_lines(v_meeting_id, p_guest_id, p_account_id) = most
    or private.transfer_guest_corrections(v_meeting_id, p_guest_id, p_account_id) = most
    or private.transfer_guest_proposals(v_meeting_id, p_guest_id, p_account_id) = most
    or private.transfer_guest_files(v_meeting_id, p_guest_id, p_account_id) = most
    or private.transfer_guest_confirmations(v_meeting_id, p_guest_id, p_account_id) = most
  then
    return;
  end if;
  perform private.transfer_guest_captioner(v_meeting_id, p_guest_id, p_account_id);
  perform private.transfer_guest_participant(v_meeting_id, p_guest_id, p_account_id);
  update public.glossary_terms
  set
    proposed_by = case proposed_by when p_guest_id then p_account_id else proposed_by end,
    approved_by = case approved_by when p_guest_id then p_account_id else approved_by end
  where meeting_id = v_meeting_id and p_guest_id in (proposed_by, approved_by);
  perform private.assign_meeting(v_meeting_id, p_account_id, private.default_workspace_id(p_account_id))
  from public.meetings where id = v_meeting_id and host = p_guest_id;
  moved_meetings := 1;
  if private.next_meeting_of_guest(p_guest_id, p_account_id) is null
    and not exists (select from public.knocks where user_id = p_guest_id)
  then
    perform private.transfer_guest_profile(p_guest_id, p_account_id);
    more := false;
  end if;
end
$$;

-- Redeems a merge token and transfers one step of the guest's data. The account calls again while `more`. Unknown, used,
-- expired and replaced tokens, and tokens of guests who are accounts by now, get the same error.
create or replace function private.redeem_merge_token(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  hashed_token bytea := sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'));
  merging_guest_id uuid;
  step record;
begin
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  -- A second request of the same account would hold a connection while it waits.
  if not pg_try_advisory_xact_lock(hashtextextended('private.redeem_merge_token:' || caller_id, 0)) then
    perform private.raise_error('request/rate-limited');
  end if;
  perform private.check_rate_limit(caller_id, 'mergeStepsPerMinute');
  select guest_id into merging_guest_id from private.merge_tokens where token_hash = hashed_token;
  perform private.lock_user(least(caller_id, merging_guest_id));
  perform private.lock_user(greatest(caller_id, merging_guest_id));

  update private.merge_tokens set expires_at = '-infinity', account_id = caller_id
  where token_hash = hashed_token and (expires_at > now() or account_id = caller_id)
  returning guest_id into merging_guest_id;
  if not found or private.has_account(merging_guest_id) then
    perform private.raise_error('account/claim-refused');
  end if;
  step := private.transfer_guest_step(merging_guest_id, caller_id);
  if not step.more then
    update private.merge_tokens set account_id = null where token_hash = hashed_token;
  end if;
  return jsonb_build_object('meetings', step.moved_meetings, 'more', step.more);
end
$$;
