-- A merge moves confirmations and answers, too. Of two answers to one text the later stays.

-- Moves earlier and proposed texts of lines, files, and confirmations.
create or replace function private.transfer_guest_texts(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.line_corrections set author = p_account_id
  from public.lines
  where line_corrections.author = p_guest_id and lines.id = line_id and lines.meeting_id = p_meeting_id;
  insert into public.line_proposals (line_id, proposer, text, made_at)
  select line_id, p_account_id, proposal.text, proposal.made_at
  from public.line_proposals as proposal
  join public.lines on lines.id = line_id
  where proposer = p_guest_id and meeting_id = p_meeting_id and author <> p_account_id
  on conflict do nothing;
  delete from public.line_proposals using public.lines
  where proposer in (p_guest_id, p_account_id) and lines.id = line_id and meeting_id = p_meeting_id
    and (proposer = p_guest_id or (proposer = p_account_id and author = p_account_id));
  update public.files set owner = p_account_id where owner = p_guest_id and meeting_id = p_meeting_id;
  perform private.transfer_guest_confirmations(p_meeting_id, p_guest_id, p_account_id);
end
$$;

create function private.transfer_guest_confirmations(
  p_meeting_id uuid, p_guest_id uuid, p_account_id uuid
) returns void
language plpgsql set search_path = '' as $$
begin
  update public.confirmations set asked_by = p_account_id
  from public.calls
  where asked_by = p_guest_id and calls.id = call_id and calls.meeting_id = p_meeting_id;
  insert into public.confirmation_answers as existing (
    line_id, user_id, revision, answer, words_id, read_language, read_text, answered_at
  )
  select
    answers.line_id, p_account_id, answers.revision, answers.answer, answers.words_id,
    answers.read_language, answers.read_text, answers.answered_at
  from public.confirmation_answers as answers
  join public.lines on lines.id = answers.line_id
  where answers.user_id = p_guest_id and lines.meeting_id = p_meeting_id
  on conflict (line_id, user_id, revision) do update
  set
    answer = excluded.answer,
    words_id = excluded.words_id,
    read_language = excluded.read_language,
    read_text = excluded.read_text,
    answered_at = excluded.answered_at
  where existing.answered_at < excluded.answered_at;
  delete from public.confirmation_answers
  using public.lines
  where user_id = p_guest_id and lines.id = line_id and lines.meeting_id = p_meeting_id;
end
$$;
