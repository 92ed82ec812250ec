-- Returns the workspace whose only member is the person, first the one that they chose for new meetings.
create function private.own_workspace_id(p_user_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select own.workspace_id
    from public.workspace_members as own
    join public.profiles on profiles.id = own.user_id
    where own.user_id = p_user_id
      and private.meets_sign_in_policy(p_user_id, own.workspace_id)
      and not exists (
        select from public.workspace_members as other
        where other.workspace_id = own.workspace_id and other.user_id <> p_user_id
      )
    order by own.workspace_id is not distinct from profiles.workspace_id desc, own.created_at, own.workspace_id
    limit 1
  );
end
$$;

-- Requires the lock of the user.
create function private.add_own_workspace(p_user_id uuid, p_email text) returns uuid
language plpgsql set search_path = '' as $$
declare
  new_id uuid;
begin
  insert into public.workspaces (name)
  values (private.initial_workspace_name((select display_name from public.profiles where id = p_user_id), p_email))
  returning id into new_id;
  insert into public.workspace_members (workspace_id, user_id, role) values (new_id, p_user_id, 'owner');
  return new_id;
end
$$;

-- Returns null if the person has no workspace alone, and as many others as they may have. Requires the lock of the user.
create function private.ensure_own_workspace(p_user_id uuid, p_email text) returns uuid
language plpgsql set search_path = '' as $$
begin
  return coalesce(
    private.own_workspace_id(p_user_id),
    case
      when (select count(*) from public.workspace_members where user_id = p_user_id)
        < private.limit_value('workspaces.perPerson')
        then private.add_own_workspace(p_user_id, p_email)
    end
  );
end
$$;

-- As before, and meetings from the time as a guest move to a workspace that nobody else reads.
create or replace function private.set_up_account(p_user_id uuid, p_email text) returns void
language plpgsql set search_path = '' as $$
declare
  own_workspace uuid;
begin
  perform private.lock_user(p_user_id);
  if private.default_workspace_id(p_user_id) is null then
    perform private.add_own_workspace(p_user_id, p_email);
  end if;
  perform from public.meetings where host = p_user_id and workspace_id is null order by id for no key update;
  if found then
    own_workspace := private.ensure_own_workspace(p_user_id, p_email);
    perform private.assign_meeting(id, p_user_id, own_workspace) from public.meetings
    where host = p_user_id and workspace_id is null;
  end if;
end
$$;

-- As before, and so do those of a guest who signs in to an account that exists. Its chosen workspace may have thousands of readers.
create or replace function private.transfer_guest_step(
  p_guest_id uuid, p_account_id uuid, out moved_meetings int, out more boolean
)
language plpgsql set search_path = '' as $$
declare
  most constant int := private.limit_value('linesPerMergeStep');
  v_meeting_id uuid := private.next_meeting_of_guest(p_guest_id, p_account_id);
  account_email text := coalesce((select email from auth.users where id = p_account_id), '');
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
  perform private.assign_meeting(
    v_meeting_id,
    p_account_id,
    case when workspace_id is null then private.ensure_own_workspace(p_account_id, account_email) end
  ) from public.meetings where id = v_meeting_id and host = p_guest_id;
  moved_meetings := 1;
  if private.next_meeting_of_guest(p_guest_id, p_account_id) is null
    and not exists (select from public.knocks where user_id = p_guest_id)
  then
    perform private.transfer_guest_profile(p_guest_id, p_account_id);
    more := false;
  end if;
end
$$;